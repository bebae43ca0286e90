import { openPath, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { OverviewPage } from '../../../../kit/page/overview-page.tsx';
import { Tabs } from '../../../../kit/ui/tabs.tsx';
import '../api-users.css';
import { CallExample } from './call-example.tsx';
import { EventTable } from './event-table.tsx';
import { ProblemTable } from './problem-table.tsx';
import { ResourceTable } from './resource-table.tsx';
import { WebhookExample } from './webhook-example.tsx';

const sections = {
  call: CallExample,
  resources: ResourceTable,
  events: EventTable,
  webhooks: WebhookExample,
  problems: ProblemTable,
};
type Section = keyof typeof sections;
const sectionNames = Object.keys(sections) as Section[];

/** The reference of the open API: how a call is signed, what there is to read, what is sent, and what refusals mean. */
export function ApiDocsPage() {
  const { t } = useTranslation('api/users/docs');
  const [section, setSection] = useAddress('section', 'call');
  const current = sectionNames.find((name) => name === section) ?? 'call';
  const Content = sections[current];
  return (
    <OverviewPage
      title={t('title')}
      note={t('note')}
      actions={
        <>
          <a href={`${openPath}/openapi.json`} target="_blank" rel="noreferrer">
            {t('document')}
          </a>
          <Link to={pages.apiUsers({})}>{t('users')}</Link>
        </>
      }
    >
      <Tabs
        label={t('sections')}
        value={current}
        options={sectionNames.map((value) => ({ value, text: t(`section.${value}`) }))}
        onChange={setSection}
      />
      <div className="api-user-keys">
        <Content />
      </div>
    </OverviewPage>
  );
}
