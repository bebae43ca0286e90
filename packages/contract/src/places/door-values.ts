/** A door of a building, or a gate that people pass too. */
export const doorKinds = ['DOOR', 'GATE'] as const;
export type DoorKind = (typeof doorKinds)[number];

export const doorActs = ['OPEN', 'CLOSE'] as const;
export type DoorAct = (typeof doorActs)[number];

/**
 * How a request ended: the state showed it; the module refused it or did not answer; or the state did not show it in time.
 */
export const doorOutcomes = ['DONE', 'REJECTED', 'NO_REPLY', 'NOT_SHOWN'] as const;
export type DoorOutcome = (typeof doorOutcomes)[number];

export const doorLimits = {
  /** Seconds that a door is kept open by hand. */
  openS: { min: 5, max: 120, usual: 30 },
} as const;
