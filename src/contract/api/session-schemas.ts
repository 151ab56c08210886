import type { z } from 'zod'
import { columnSettings } from '#contract/accounts/column-settings.ts'
import {
  firstRunInput,
  forgotPasswordInput,
  loginInput,
  loginReply,
  ownPasswordInput,
  resetLink,
  resetLinkInput,
  resetPasswordInput,
} from '#contract/accounts/login.ts'
import { endedSessions, ownSession } from '#contract/accounts/own-sessions.ts'
import {
  codeInput,
  recoveryCodes,
  secondFactorInput,
  secondFactorState,
  secondFactorStep,
  steppedUp,
  totpSecret,
} from '#contract/accounts/second-factor.ts'
import { fullColumnSettings, sessionUser } from '#contract/accounts/session.ts'
import { staffAccount } from '#contract/accounts/staff-accounts.ts'
import { stepUpInput } from '#contract/accounts/step-up.ts'
import { frameTicket } from '#contract/lib/frame-ticket.ts'

/** Names of the schemas of signing in, second factors and sessions. */
export const SESSION_SCHEMAS: Record<string, z.ZodType> = {
  Account: sessionUser,
  LoginInput: loginInput,
  LoginReply: loginReply,
  SecondFactorStep: secondFactorStep,
  SecondFactorInput: secondFactorInput,
  SecondFactorState: secondFactorState,
  TotpSecret: totpSecret,
  CodeInput: codeInput,
  RecoveryCodes: recoveryCodes,
  SteppedUp: steppedUp,
  StepUpInput: stepUpInput,
  OwnSession: ownSession,
  EndedSessions: endedSessions,
  FrameTicket: frameTicket,
  StaffAccount: staffAccount,
  FirstRunInput: firstRunInput,
  ForgotPasswordInput: forgotPasswordInput,
  ResetLink: resetLink,
  ResetLinkInput: resetLinkInput,
  ResetPasswordInput: resetPasswordInput,
  OwnPasswordInput: ownPasswordInput,
  ColumnSettingsInput: columnSettings,
  ColumnSettings: fullColumnSettings,
}
