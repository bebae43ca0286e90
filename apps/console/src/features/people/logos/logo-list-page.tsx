import { logoCalls, logoStyles, type Logo } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { LogoDialog } from './logo-dialog.tsx';
import { LogoEditDialog } from './logo-edit-dialog.tsx';
import { LogosInForce } from './logos-in-force.tsx';
import { useLogoColumns } from './use-logo-columns.tsx';
import { useLogosChanged } from './use-logos-changed.ts';
import './logos.css';

/** The logos of companies, and those in force for one of them where they stand. */
export function LogoListPage() {
  const { t } = useTranslation('people/logos');
  const list = useList(logoCalls.list);
  const { companyId } = list.filters;
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<Logo>();
  const [removed, setRemoved] = useState<Logo>();
  const changed = useLogosChanged();
  const rowActions = useCallback(
    (row: Logo) => (
      <RowMenu
        label={`${t(`styles.${row.style}`)}, ${row.company.name}`}
        items={[
          // Without its picture a logo can only be replaced.
          may(logoCalls.update.allow) &&
            row.picture !== null && {
              key: 'edit',
              text: t('adjust'),
              icon: 'edit',
              run: () => setEdited(row),
            },
          may(logoCalls.remove.allow) && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setRemoved(row),
          },
        ]}
      />
    ),
    [t],
  );
  const add = <AddButton call={logoCalls.add} text={t('add')} onClick={() => setOpen(true)} />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={useLogoColumns()}
        filters={
          <>
            <CompanyFilter label={t('company')} />
            <ChoiceFilter
              name="style"
              label={t('style')}
              options={logoStyles.map((value) => ({ value, label: t(`styles.${value}`) }))}
            />
          </>
        }
        rowActions={rowActions}
        actions={add}
        empty={
          <Empty icon="brush" title={t('emptyTitle')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      <LogosInForce companyId={companyId} />
      {isOpen && <LogoDialog companyId={companyId} onClose={() => setOpen(false)} />}
      {edited?.picture && (
        <LogoEditDialog logo={edited} picture={edited.picture} onClose={() => setEdited(undefined)} />
      )}
      {removed && (
        <ConfirmCallDialog
          title={t('removeTitle', { style: t(`styles.${removed.style}`), company: removed.company.name })}
          call={logoCalls.remove}
          input={{ id: removed.id }}
          act={t('remove')}
          done={t('removed')}
          after={() => {
            setRemoved(undefined);
            void changed();
          }}
          onClose={() => setRemoved(undefined)}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
