import { companyTypes } from '@sweepline/contract';

export interface Place {
  id: string;
  type: 0 | 1 | 2;
  agentLevel: number | null;
  path: string;
}

/**
 * Where a company may stand: there is one provider, at the top; an agent under the provider or an agent one level up; a terminal
 * under the provider or any agent. Answers the reason why not, or null.
 */
export function whyNotUnder(company: Omit<Place, 'path'>, parent: Place | null): string | null {
  if (company.type === companyTypes.provider) return parent ? 'the provider stands at the top' : null;
  if (!parent) return 'every company but the provider has a parent';
  if (parent.type === companyTypes.terminal) return 'a terminal company has nobody below it';
  if (isBelow(parent.path, company.id)) return 'a company cannot stand below itself';
  if (company.type === companyTypes.terminal) return null;
  const level = company.agentLevel ?? 0;
  if (level < 1 || level > 3) return 'an agent has level 1, 2 or 3';
  const above = parent.type === companyTypes.provider ? 0 : (parent.agentLevel ?? 0);
  return level === above + 1 ? null : 'an agent stands one level below its parent';
}

/** The path of a company below `parentPath`. */
export const pathUnder = (parentPath: string, id: string) => `${parentPath}${id}/`;

/** Whether a path leads through a company, itself included. */
const isBelow = (path: string, id: string) => path.split('/').includes(id);
