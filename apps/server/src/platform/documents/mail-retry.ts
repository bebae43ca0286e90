const minuteMs = 60_000;
/** Pauses between attempts. After the last one the mail is given up. */
const pausesMs = [1, 5, 20, 60, 180, 360, 720].map((minutes) => minutes * minuteMs);

/** Pause after this number of failed attempts; undefined to give up. */
export const pauseAfter = (attempts: number): number | undefined => pausesMs[attempts - 1];

/** Maximum duration of one attempt. After it another process takes the mail. */
export const mailLeaseMs = 5 * minuteMs;
