/** In code points after NFC composition: one visible letter is usually one code point. */
export const passwordLength = { min: 8, max: 128 } as const;

/** Why a password is refused. The reason of the field is the code with `PASSWORD_` before it. */
export const passwordFaults = [
  'TOO_SHORT',
  'TOO_LONG',
  'ACCOUNT_NAME',
  'INITIAL',
  'UNCHANGED',
  'COMMON',
] as const;
export type PasswordFault = (typeof passwordFaults)[number];

/**
 * The NFC form of a password, used before it is counted, compared or hashed (RFC 8265). Keyboards type an accented
 * letter as one or as two characters; NFC makes both equal and loses nothing.
 */
export const passwordForm = (password: string) => password.normalize('NFC');

/** The form for comparison with lists and names: `ＰＡＳＳＷＯＲＤ` is as easy to guess as `password`. */
export const looseForm = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** What a new password is compared with. A missing field skips its check, so a page can check what it has. */
export interface PasswordChoice {
  username?: string;
  /** The password it replaces. */
  originPassword?: string;
  /** The value of `INITIAL_PASSWORD`. */
  initialPassword?: string | undefined;
  isCommon?: (looseForm: string) => boolean;
}

/** All faults of a password; empty when it is acceptable. */
export function faultsOf(password: string, choice: PasswordChoice): PasswordFault[] {
  const composed = passwordForm(password);
  const loose = looseForm(password);
  const length = [...composed].length;
  const faults: Record<PasswordFault, boolean> = {
    TOO_SHORT: length < passwordLength.min,
    TOO_LONG: length > passwordLength.max,
    ACCOUNT_NAME: choice.username !== undefined && loose === looseForm(choice.username),
    INITIAL: choice.initialPassword !== undefined && composed === passwordForm(choice.initialPassword),
    UNCHANGED: choice.originPassword !== undefined && composed === passwordForm(choice.originPassword),
    COMMON: choice.isCommon?.(loose) === true,
  };
  return passwordFaults.filter((fault) => faults[fault]);
}
