import { pages, screenCalls, screenStates, type Screen } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { ScreenActions } from './screen-actions.tsx';
import { ScreenDialog } from './screen-dialog.tsx';
import { ScreenLinkDialog, type NewLink } from './screen-link-dialog.tsx';
import './screens.css';
import { useScreenColumns } from './use-screen-columns.tsx';

/** Displays that show the large screen without an account: when each was last seen, and how to cut it off. */
export function ScreenListPage() {
  const { t } = useTranslation('figures/screens');
  const list = useList(screenCalls.list);
  const [edited, setEdited] = useState<Screen | 'new'>();
  const [link, setLink] = useState<NewLink>();
  const rowActions = useCallback((row: Screen) => <ScreenActions screen={row} onEdit={setEdited} />, []);
  const add = <AddButton call={screenCalls.add} text={t('add')} onClick={() => setEdited('new')} />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={useScreenColumns()}
        rowActions={rowActions}
        filters={
          <>
            <SearchFilter placeholder={t('name')} />
            <ChoiceFilter
              several
              name="state"
              label={t('state')}
              options={screenStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            />
            <CompanyFilter label={t('company')} />
          </>
        }
        actions={
          <>
            <Link className="sl-button sl-button-plain" to={pages.screen()}>
              <Icon name="expand" size={16} />
              {t('openOwn')}
            </Link>
            {add}
          </>
        }
        empty={
          <Empty icon="system" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {edited && (
        <ScreenDialog
          {...(edited !== 'new' && { screen: edited })}
          onAdded={setLink}
          onClose={() => setEdited(undefined)}
        />
      )}
      {link && <ScreenLinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>
  );
}
