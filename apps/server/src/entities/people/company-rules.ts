import {
  companyTypes,
  permissions,
  type CompanyAct,
  type ErrorName,
  type Permission,
} from '@sweepline/contract';
import { hasPermission, Refusal, type Account } from '../../platform/calls/ctx.ts';

type Type = 0 | 1 | 2;

/** The properties of a company that decide on its place. */
export interface Mover {
  id: string;
  type: Type;
  /** The levels of agents in its subtree: itself and those below it; 0 for a terminal company. */
  agentDepth: number;
}
export interface Place {
  type: Type;
  agentLevel: number | null;
  path: string;
}

/** The maximum levels of agents between the provider and the terminals. */
export const maxLevels = 3;

/** The level of an agent directly below this company. */
export const levelBelow = ({ type, agentLevel }: Pick<Place, 'type' | 'agentLevel'>) =>
  type === companyTypes.provider ? 1 : (agentLevel ?? 0) + 1;

/**
 * The place rules: there is one provider, at the top. An agent is below the provider or another agent, in at most three
 * levels. A terminal is below the provider or any agent. Returns the reason against a place, or null.
 */
export function parentRefusal(company: Mover, parent: Place | null): ErrorName | null {
  if (company.type === companyTypes.provider) return parent ? 'wrongState' : null;
  if (!parent) return 'wrongState';
  if (contains(parent.path, company.id)) return 'belowItself';
  if (parent.type === companyTypes.terminal) return 'belowTerminal';
  return levelBelow(parent) + company.agentDepth - 1 > maxLevels && company.agentDepth > 0
    ? 'agentTooDeep'
    : null;
}

/** The path of a company below `parentPath`. */
export const pathUnder = (parentPath: string, id: string) => `${parentPath}${id}/`;

/** The ids of a path from the top, ending with the company itself. */
export const idsOf = (path: string) => path.split('/').filter(Boolean);

const contains = (path: string, id: string) => idsOf(path).includes(id);

type Right = 'page' | 'create' | Exclude<CompanyAct, 'link'>;

const rights: Record<1 | 2, Record<Right, Permission>> = {
  1: {
    page: permissions.terminalCompanies,
    create: permissions.terminalCreate,
    update: permissions.terminalUpdate,
    move: permissions.terminalMove,
    freeze: permissions.terminalFreeze,
    remove: permissions.terminalDelete,
  },
  2: {
    page: permissions.agents,
    create: permissions.agentCreate,
    update: permissions.agentUpdate,
    move: permissions.agentMove,
    freeze: permissions.agentFreeze,
    remove: permissions.agentDelete,
  },
};

/** Whether an account may list or create companies of a type. */
export const holdsFor = (account: Account, type: 1 | 2, right: 'page' | 'create') =>
  hasPermission(account, rights[type][right]);

/**
 * The acts of an account on a company they see. The own company is managed by those above it. No company is above the
 * provider, so super admins edit it. Linking sales and support requires sight of all companies.
 */
export function actsOn(account: Account, company: { id: string; type: Type }): CompanyAct[] {
  const { type } = company;
  if (type === companyTypes.provider) return account.superAdmin ? ['update'] : [];
  if (company.id === account.companyId) return [];
  const acts = (['update', 'move', 'freeze', 'remove'] as const).filter((act) =>
    hasPermission(account, rights[type][act]),
  );
  return account.scope === '*' && acts.includes('update') ? ['link', ...acts] : acts;
}

/** Whether an account belongs to the provider. Linked staff do not see their own company. */
export const isOfProvider = ({ scope, companyId }: Account) => scope === '*' || !scope.includes(companyId);

/** Only people of the provider who see all companies change software and apps. */
export function requireProvider(account: Account): void {
  if (!isOfProvider(account) || account.scope !== '*') throw new Refusal('forbidden');
}
