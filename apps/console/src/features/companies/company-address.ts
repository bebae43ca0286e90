import type { Company, CompanyNode } from '@sweepline/contract';

/** What the actions on a company need to know of it; a row of the list and a line of the tree both do. */
export type ActedOn = Pick<
  Company & CompanyNode,
  'id' | 'name' | 'type' | 'agentLevel' | 'frozenAt' | 'acts'
>;

/** What every dialog about one company takes. */
export interface ActProps {
  company: ActedOn;
  onClose: () => void;
  /** The company is gone; its own page leads back. */
  onRemoved?: () => void;
}

/** The two pages are one: companies of this type. */
export type CompanyKind = 'terminals' | 'agents';
export const typeOf = (kind: CompanyKind) => (kind === 'terminals' ? 1 : 2);

/** The page of one company, below the list it stands in. */
export const companyAddress = ({ id, type }: Pick<Company, 'id' | 'type'>) =>
  `/outerUserManage/${type === 1 ? 'company' : 'agent'}?id=${id}`;

/** The level of an agent that stands directly below. */
export const levelBelow = ({ type, agentLevel }: Pick<Company, 'type' | 'agentLevel'>) =>
  type === 0 ? 1 : (agentLevel ?? 0) + 1;
