import {
  companyTypes,
  permissions,
  type CompanyAct,
  type ErrorName,
  type Permission,
} from '@sweepline/contract';
import { holds, type Account } from '../../platform/calls/ctx.ts';

type Type = 0 | 1 | 2;

/** What decides where a company may stand. */
export interface Mover {
  id: string;
  type: Type;
  /** Levels of agents it brings along: itself and those below it; 0 of a terminal company. */
  agentDepth: number;
}
export interface Place {
  type: Type;
  agentLevel: number | null;
  path: string;
}

/** Levels of agents between the provider and the terminals. */
export const maxLevels = 3;

/** The level of an agent that stands directly below this one. */
export const levelBelow = ({ type, agentLevel }: Pick<Place, 'type' | 'agentLevel'>) =>
  type === companyTypes.provider ? 1 : (agentLevel ?? 0) + 1;

/**
 * Where a company may stand: there is one provider, at the top; an agent under the provider or another agent, three levels at
 * most; a terminal under the provider or any agent. Answers the reason why not, or null.
 */
export function whyNotUnder(company: Mover, parent: Place | null): ErrorName | null {
  if (company.type === companyTypes.provider) return parent ? 'wrongState' : null;
  if (!parent) return 'wrongState';
  if (leadsThrough(parent.path, company.id)) return 'belowItself';
  if (parent.type === companyTypes.terminal) return 'belowTerminal';
  return levelBelow(parent) + company.agentDepth - 1 > maxLevels && company.agentDepth > 0
    ? 'agentTooDeep'
    : null;
}

/** The path of a company below `parentPath`. */
export const pathUnder = (parentPath: string, id: string) => `${parentPath}${id}/`;

/** The ids on a path, from the top down, the company itself last. */
export const idsOf = (path: string) => path.split('/').filter(Boolean);

const leadsThrough = (path: string, id: string) => idsOf(path).includes(id);

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

/** Whether somebody may look at, or found, companies of a type. */
export const holdsFor = (account: Account, type: 1 | 2, right: 'page' | 'create') =>
  holds(account, rights[type][right]);

/**
 * What somebody may do to a company they see. One's own is looked after by those above it; nobody is above the provider, so the
 * super admin writes its words. Linking sales and support is for those who see the whole fleet.
 */
export function actsOn(account: Account, company: { id: string; type: Type }): CompanyAct[] {
  const { type } = company;
  if (type === companyTypes.provider) return account.superAdmin ? ['update'] : [];
  if (company.id === account.companyId) return [];
  const held = (['update', 'move', 'freeze', 'remove'] as const).filter((act) =>
    holds(account, rights[type][act]),
  );
  return account.scope === '*' && held.includes('update') ? ['link', ...held] : held;
}

/** Somebody of the provider, whose people look after companies; linked staff see less than their own company. */
export const isOfProvider = ({ scope, companyId }: Account) => scope === '*' || !scope.includes(companyId);
