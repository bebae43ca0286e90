import { companies, roles, type CompanyKey } from './people.ts';
import type { PlaceLanguage } from './place-names.ts';

export type RoleKey = keyof typeof roles;

/** Names of the roles that customers have, in the languages of the demo places. The provider's are in English. */
const names: Record<PlaceLanguage, Partial<Record<RoleKey, string>>> = {
  zh: { administrator: '管理员', supervisor: '保洁主管', technician: '售后工程师', reader: '只读用户' },
  de: {
    administrator: 'Administrator',
    supervisor: 'Reinigungsleitung',
    technician: 'Servicetechnik',
    reader: 'Lesezugriff',
  },
};

/** The name of a role in a company of the demo. Throws for a role without a name in the company's language. */
export function roleNameIn(company: CompanyKey, role: RoleKey): string {
  if (company === 'provider') return roles[role].name;
  const { region } = companies.find(({ key }) => key === company)!;
  const name = names[region === 'CN' ? 'zh' : 'de'][role];
  if (name === undefined) throw new Error(`${role} of ${company} has no name in ${region}`);
  return name;
}
