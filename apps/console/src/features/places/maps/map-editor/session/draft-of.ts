/** How often the page polls for changes of other users, in case the socket connection is down. */
export const pollMs = 15_000;

/** Identifies the draft, and the robot when the user comes from its page or its task. */
export interface DraftOf {
  mapId: string;
  deviceId?: string;
}

export const draftOf = (mapId: string, deviceId: string | null): DraftOf => ({
  mapId,
  ...(deviceId && { deviceId }),
});
