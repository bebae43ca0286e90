import { everything, type AccountSide, type Role } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../../../kit/form/confirm-dialog.tsx';
import { LeaveGuard } from '../../../../kit/form/leave-guard.tsx';
import { EverythingSwitch } from '../permissions/everything-switch.tsx';
import { PermissionTree } from '../permissions/permission-tree.tsx';
import { RoleFields } from './role-fields.tsx';
import { RoleRefusal } from './role-refusal.tsx';
import { RoleSide } from './role-side.tsx';
import { useRoleForm } from './use-role-form.ts';
import './role-editor.css';

interface Props {
  /** Null creates a new role. */
  saved: Role | null;
  /** The version that another account saved meanwhile. */
  newer: Role | null;
  /** The template of a new role. */
  like: Role | null;
  side: AccountSide;
  readOnly: boolean;
  /** Replaces the edited version. */
  onBase?: (role: Role) => void;
}

/** Editor of a role: name, permissions, unsaved changes and accounts with the role. */
export function RoleEditor({ saved, newer, like, side, readOnly, onBase }: Props) {
  const { t } = useTranslation('people/roles');
  const form = useRoleForm({ saved, like, side, onBase });
  const { chosen, granted, before, difference, changed } = form;
  const [search, setSearch] = useState('');
  const [confirming, setConfirming] = useState(false);
  // An account cannot restore permissions that it removed from its own role.
  const save = () => (saved?.own && difference.removed.length > 0 ? setConfirming(true) : form.save(false));
  return (
    <section className="role-editor">
      <header className="sl-page-head">
        <h1>{saved?.name ?? t('add')}</h1>
        {!readOnly && (
          <div className="sl-page-actions">
            {changed && saved && <Button onClick={form.discard}>{t('discard')}</Button>}
            <Button look="main" busy={form.busy} disabled={!changed || !form.complete} onClick={save}>
              {t(saved ? 'save' : 'create')}
            </Button>
          </div>
        )}
      </header>
      <div className="role-editor-room">
        <div className="role-editor-main">
          <RoleRefusal
            error={form.error instanceof CallError ? form.error : null}
            newer={newer}
            onLoad={onBase}
          />
          <RoleFields
            side={side}
            search={search}
            readOnly={readOnly}
            name={form.name}
            companyId={form.companyId}
            isNew={!saved}
            onName={form.setName}
            onCompany={form.setCompanyId}
            onSearch={setSearch}
          />
          <EverythingSwitch chosen={chosen} granted={granted} readOnly={readOnly} onChange={form.setChosen} />
          <PermissionTree
            chosen={chosen}
            granted={granted}
            search={search}
            side={side}
            before={saved ? before : chosen}
            readOnly={readOnly || chosen.has(everything)}
            onChange={form.setChosen}
          />
        </div>
        <RoleSide role={newer ?? saved} chosen={chosen} difference={saved && difference} side={side} />
      </div>
      <LeaveGuard unsaved={form.unsaved && !readOnly} />
      {confirming && saved && (
        <ConfirmDialog
          title={t('ownTitle', { name: saved.name })}
          act={t('ownAct')}
          onConfirm={() => {
            setConfirming(false);
            form.save(true);
          }}
          onClose={() => setConfirming(false)}
        >
          {t('ownHint', { count: difference.removed.length })}
        </ConfirmDialog>
      )}
    </section>
  );
}
