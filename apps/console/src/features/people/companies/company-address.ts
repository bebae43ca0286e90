import type { Company, CompanyNode } from '@sweepline/contract';

/** The fields of a company that its actions need; both a list row and a tree node have them. */
export type ActedOn = Pick<
  Company & CompanyNode,
  'id' | 'name' | 'type' | 'agentLevel' | 'frozenAt' | 'acts'
>;

/** The properties of every dialog about one company. */
export interface ActProps {
  company: ActedOn;
  onClose: () => void;
  /** Called after the company is deleted, so that its page returns to the list. */
  onRemoved?: () => void;
}

/** The list page for companies of this type. */
export type CompanyKind = 'terminals' | 'agents';
export const typeOf = (kind: CompanyKind) => (kind === 'terminals' ? 1 : 2);

/** The page of one company, below its list. */
export const companyAddress = ({ id, type }: Pick<Company, 'id' | 'type'>) =>
  `/outerUserManage/${type === 1 ? 'company' : 'agent'}?id=${id}`;

/** The level of an agent directly below this company. */
export const levelBelow = ({ type, agentLevel }: Pick<Company, 'type' | 'agentLevel'>) =>
  type === 0 ? 1 : (agentLevel ?? 0) + 1;
