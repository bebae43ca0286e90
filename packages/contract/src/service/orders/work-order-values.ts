/** SUBMITTED → PROCESSING by dispatch → RESOLVED with a resolution; a resolved order can be reopened for `reopenDays`. */
export const workOrderStates = ['SUBMITTED', 'PROCESSING', 'RESOLVED'] as const;
export type WorkOrderState = (typeof workOrderStates)[number];

/** From the least to the most urgent. */
export const workOrderLevels = ['GENERAL', 'SERIOUS', 'FATAL'] as const;
export type WorkOrderLevel = (typeof workOrderLevels)[number];

export const workOrderTypes = ['FAULT', 'MAINTENANCE', 'INSPECTION', 'INSTALLATION', 'CONSULTATION'] as const;
export type WorkOrderType = (typeof workOrderTypes)[number];

/** The families of alarm codes: docs/protocol/codes.md#alarm-codes. OTHER has no code. */
export const faultTypes = [
  'CHASSIS',
  'CLEANING',
  'POWER',
  'NAVIGATION',
  'COMMUNICATION',
  'BUILDING',
  'SOFTWARE',
  'SERVER',
  'FOREIGN',
  'OTHER',
] as const;
export type FaultType = (typeof faultTypes)[number];

/** Where an order came from: a person, an alarm by hand or by rule, a QR code, a plan, or a failed point of a checklist. */
export const workOrderOrigins = ['PERSON', 'ALARM', 'RULE', 'QR', 'PLAN', 'INSPECTION'] as const;
export type WorkOrderOrigin = (typeof workOrderOrigins)[number];

export const workOrderResolutions = [
  'FIXED',
  'WORKAROUND',
  'NO_FAULT_FOUND',
  'DUPLICATE',
  'WITHDRAWN',
] as const;
export type WorkOrderResolution = (typeof workOrderResolutions)[number];

/** The resolutions of an order that was never dispatched. */
export const undispatchedResolutions: readonly WorkOrderResolution[] = ['WITHDRAWN', 'DUPLICATE'];

/** What an order in work waits for. Its service level does not run meanwhile. */
export const workOrderWaits = ['PART', 'CUSTOMER', 'ACCESS'] as const;
export type WorkOrderWait = (typeof workOrderWaits)[number];

/** Whether the robot showed that the fix held. WAITING for its next hours online and its next run. */
export const verificationStates = ['WAITING', 'VERIFIED', 'FAILED', 'NOT_POSSIBLE'] as const;
export type VerificationState = (typeof verificationStates)[number];

/** Why a fix cannot be verified: the order names no robot or no cause, the robot left, or the resolution repaired nothing. */
export const verificationObstacles = [
  'NO_ROBOT',
  'NO_CAUSE',
  'ROBOT_LEFT',
  'NOTHING_REPAIRED',
  'NOT_HEARD',
] as const;
export type VerificationObstacle = (typeof verificationObstacles)[number];

export const workOrderEventKinds = [
  'SUBMITTED',
  'CHANGED',
  'DISPATCHED',
  'WAITING',
  'CONTINUED',
  'COMMENTED',
  'WORKED',
  'RESOLVED',
  'REOPENED',
  'VERIFIED',
  'VERIFICATION_FAILED',
  'VERIFICATION_NOT_POSSIBLE',
  'RATED',
  'MERGED',
  'REPORTED_AGAIN',
] as const;
export type WorkOrderEventKind = (typeof workOrderEventKinds)[number];

/** What the pictures of an order show: the fault, the work, a point of the checklist, or the customer's signature. */
export const workOrderPictureKinds = ['FAULT', 'WORK', 'CHECK', 'SIGNATURE'] as const;
export type WorkOrderPictureKind = (typeof workOrderPictureKinds)[number];

/** A fix is verified when its cause did not come back for this time online, and the next run ended well. */
export const verificationHours = 24;
/** After this time without the proof, the fix cannot be verified. */
export const verificationDays = 30;
export const reopenDays = 7;
export const ratingDays = 30;
/** Pictures of one upload, and the bytes of each. */
export const maxPicturesAtOnce = 4;
export const maxPictureBytes = 1024 * 1024;
export const maxDescription = 2_000;

/** The level that an alarm of this effective level proposes. */
export const levelOfAlarm = (level: number): WorkOrderLevel =>
  level >= 5 ? 'FATAL' : level === 4 ? 'SERIOUS' : 'GENERAL';

const familyOf: Record<string, FaultType> = {
  1: 'CHASSIS',
  2: 'CLEANING',
  3: 'POWER',
  4: 'NAVIGATION',
  5: 'COMMUNICATION',
  6: 'BUILDING',
  7: 'SOFTWARE',
  8: 'SERVER',
  9: 'FOREIGN',
};
/** The fault type of an alarm code, by its first digit. */
export const faultTypeOf = (code: string): FaultType => familyOf[code.charAt(0)] ?? 'OTHER';
