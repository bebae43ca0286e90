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

type OpenDialog =
  | { act: 'add' }
  | { act: 'edit'; logo: Logo; picture: NonNullable<Logo['picture']> }
  | { act: 'remove'; logo: Logo };

/** The logos of companies, and those in force for one of them where they stand. */
export function LogoListPage() {
  const list = useList(logoCalls.list);
  const { companyId } = list.filters;
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  return (
    <div className="sl-stacked">
      <LogosInForce companyId={companyId} />
      <LogoList list={list} onOpen={setOpen} />
      {open?.act === 'add' && <LogoDialog companyId={companyId} onClose={close} />}
      {open?.act === 'edit' && <LogoEditDialog {...open} onClose={close} />}
      {open?.act === 'remove' && <RemoveDialog logo={open.logo} onClose={close} />}
    </div>
  );
}

interface ListProps {
  list: ReturnType<typeof useList<typeof logoCalls.list>>;
  onOpen: (dialog: OpenDialog) => void;
}

function LogoList({ list, onOpen }: ListProps) {
  const { t } = useTranslation('brand/logos');
  const rowActions = useCallback(
    (row: Logo) => {
      const { picture } = row;
      return (
        <RowMenu
          label={`${t(`styles.${row.style}`)}, ${row.company.name}`}
          items={[
            // Without its picture a logo can only be replaced.
            may(logoCalls.update.allow) &&
              picture && {
                key: 'edit',
                text: t('adjust'),
                icon: 'edit',
                run: () => onOpen({ act: 'edit', logo: row, picture }),
              },
            may(logoCalls.remove.allow) && {
              key: 'remove',
              text: t('remove'),
              icon: 'trash',
              danger: true,
              run: () => onOpen({ act: 'remove', logo: row }),
            },
          ]}
        />
      );
    },
    [t, onOpen],
  );
  const add = <AddButton call={logoCalls.add} text={t('add')} onClick={() => onOpen({ act: 'add' })} />;
  return (
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
  );
}

function RemoveDialog({ logo, onClose }: { logo: Logo; onClose: () => void }) {
  const { t } = useTranslation('brand/logos');
  const changed = useLogosChanged();
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { style: t(`styles.${logo.style}`), company: logo.company.name })}
      call={logoCalls.remove}
      input={{ id: logo.id }}
      act={t('remove')}
      done={t('removed')}
      after={() => {
        onClose();
        void changed();
      }}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}
