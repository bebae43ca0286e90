import {
  allCodes,
  everything,
  isCode,
  isInternal,
  kindOfCode,
  type AccountSide,
  type Role,
} from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { usePermissionNames } from '../../../../shared/permissions/use-permission-names.ts';
import type { Codes, Difference } from '../permissions/permission-choice.ts';
import { copiesAt, holdersAt } from '../role-address.ts';
import { RoleDrift } from '../role-drift.tsx';
import { RoleHolders } from './role-holders.tsx';

interface Props {
  role: Role | null;
  chosen: Codes;
  difference: Difference | null;
  side: AccountSide;
}

/** The codes that count for a side: no menus, and for other companies no internal pages. */
const countedFor = (side: AccountSide) =>
  allCodes.filter((code) => kindOfCode(code) !== 'menu' && (side === 'INTERNAL' || !isInternal(code)));

/** Summary beside the tree: number of permissions, changes, and accounts with the role. */
export function RoleSide({ role, chosen, difference, side }: Props) {
  const { t } = useTranslation('people/roles');
  const counted = countedFor(side);
  const total = counted.length;
  const count = chosen.has(everything) ? total : counted.filter((code) => chosen.has(code)).length;
  const unknown = [...chosen].filter((code) => code !== everything && !isCode(code));
  return (
    <aside className="role-side">
      <section>
        <h2>{t('holdsCount', { count, total })}</h2>
        {difference && <Changes {...difference} />}
        {unknown.length > 0 && <p>{t('unknownCodes', { codes: unknown.join(', ') })}</p>}
      </section>
      {role && (
        <>
          {role.exceeds.length > 0 && <Exceeds codes={role.exceeds} />}
          <section>
            {role.holders > 0 && (
              <h2>
                <Link to={holdersAt(side, role.id)}>{t('holdersCount', { count: role.holders })}</Link>
              </h2>
            )}
            {role.own && <p>{t('yourOwn')}</p>}
            <RoleHolders role={role} side={side} />
          </section>
          {(role.defaultFor.length > 0 || role.copies.total > 0) && (
            <section>
              <h2>{t('default')}</h2>
              <p>
                {role.defaultFor.length > 0 &&
                  role.defaultFor.map((target) => t(`targets.${target}`)).join(', ')}
              </p>
              {role.copies.total > 0 && (
                <p>
                  <Link to={copiesAt(side, role.id)}>
                    {role.copies.behind > 0
                      ? t('copiesBehind', { count: role.copies.total, behind: role.copies.behind })
                      : t('copyCount', { count: role.copies.total })}
                  </Link>
                </p>
              )}
            </section>
          )}
          {role.origin && (
            <section>
              <h2>{t('origin')}</h2>
              <RoleDrift origin={role.origin} />
            </section>
          )}
          <p className="role-side-note">
            {t('changedBy', { who: role.updatedBy })} <Ago at={role.updatedAt} />
          </p>
        </>
      )}
    </aside>
  );
}

function Changes({ added, removed }: Difference) {
  const { t } = useTranslation('people/roles');
  const { nameOf } = usePermissionNames();
  if (added.length + removed.length === 0) return <p>{t('noChanges')}</p>;
  return (
    <ul className="role-changes" aria-label={t('changes')}>
      {added.map((code) => (
        <li key={code} className="sl-tone-working">
          <Icon name="plus" size={14} strokeWidth={2.4} /> {nameOf(code)}
        </li>
      ))}
      {removed.map((code) => (
        <li key={code} className="sl-tone-fault">
          <Icon name="minus" size={14} strokeWidth={2.4} /> <s>{nameOf(code)}</s>
        </li>
      ))}
    </ul>
  );
}

function Exceeds({ codes }: { codes: string[] }) {
  const { t } = useTranslation('people/roles');
  const { nameOf } = usePermissionNames();
  return (
    <section className="role-exceeds">
      <h2>
        <Icon name="alert" size={15} /> {t('exceeds')}
      </h2>
      <p>{t('exceedsHint', { names: codes.map(nameOf).join(', ') })}</p>
    </section>
  );
}
