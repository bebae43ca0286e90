import { wrongField, type Refusal } from '../../../../platform/calls/ctx.ts';

/** Why a file is no app that devices install. */
type ApkFaultCode =
  | 'APK_NO_MANIFEST'
  | 'APK_UNREADABLE'
  | 'APK_BUNDLE'
  | 'APK_UNSIGNED'
  | 'APK_SIGNATURE_WRONG';

export class ApkFault extends Error {
  readonly code: ApkFaultCode;
  constructor(code: ApkFaultCode) {
    super(`apk: ${code}`);
    this.code = code;
  }
}

export const apkRefusal = ({ code }: ApkFault): Refusal => wrongField('fileId', code);
