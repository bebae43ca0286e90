import type { ReleaseAct, ReleaseState } from '../grammar/release.ts';

/**
 * Accounts accept the first three before they go on; DATA_PROCESSING once per company, by its administrator. The others are consents:
 * given per site, and withdrawn as easily.
 */
export const agreementKinds = ['TERMS', 'PRIVACY', 'DATA_PROCESSING', 'VIDEO', 'AI_COLLECTION'] as const;
export type AgreementKind = (typeof agreementKinds)[number];

export const acceptedKinds = ['TERMS', 'PRIVACY', 'DATA_PROCESSING'] as const;
export type AcceptedKind = (typeof acceptedKinds)[number];
export const isAcceptedKind = (kind: AgreementKind): kind is AcceptedKind =>
  acceptedKinds.some((one) => one === kind);

/** Where a text is read: this console, apps, the messaging app, or by the finder of a code on a robot. */
export const agreementAudiences = ['CONSOLE', 'APPS', 'CHAT', 'FINDER'] as const;
export type AgreementAudience = (typeof agreementAudiences)[number];

export const agreementStates = ['DRAFT', 'PUBLISHED', 'UNLISTED'] as const satisfies ReleaseState[];
export type AgreementState = (typeof agreementStates)[number];

type AgreementMoves = {
  readonly [State in AgreementState]: { readonly [Act in ReleaseAct]?: AgreementState | 'DELETED' };
};

/** A published text is proof: it never changes, and a new version follows it. */
export const agreementMoves: AgreementMoves = {
  DRAFT: { UPDATE: 'DRAFT', PUBLISH: 'PUBLISHED', DELETE: 'DELETED' },
  PUBLISHED: { UNLIST: 'UNLISTED' },
  UNLISTED: { PUBLISH: 'PUBLISHED', DELETE: 'DELETED' },
};

export const agreementMay = (state: AgreementState, act: ReleaseAct): boolean =>
  agreementMoves[state][act] !== undefined;

/**
 * What a record says. NOTED: a version that is not material was shown. DECLINED: the account signed out instead of accepting.
 */
export const agreementActs = ['ACCEPTED', 'NOTED', 'DECLINED', 'WITHDRAWN'] as const;
export type AgreementAct = (typeof agreementActs)[number];

const euMembers = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** The regions whose texts may hold for a company, the nearest first: its own, the EU, and everywhere, which is empty. */
export const agreementRegionsOf = (region: string): string[] => [
  ...new Set([region, ...(euMembers.has(region) ? ['EU'] : []), '']),
];

export const maxAgreementTitle = 120;
/** HTML of one language. Six of them stay below the largest body of a call. */
export const maxAgreementBody = 60_000;
