/** How often the page asks what others did, beside being told: the line may be cut. */
export const hearMs = 15_000;

/** Which draft is drawn, and for which robot, where the person comes from its page or its task. */
export interface DraftOf {
  mapId: string;
  deviceId?: string;
}

export const draftOf = (mapId: string, deviceId: string | null): DraftOf => ({
  mapId,
  ...(deviceId && { deviceId }),
});
