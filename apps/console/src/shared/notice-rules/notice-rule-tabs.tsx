import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Tabs } from '../../kit/ui/tabs.tsx';

const addresses = {
  runs: pages.runNotices(),
  connection: pages.connectionNotices(),
  alarms: pages.alarmSettings({}),
  escalation: pages.escalation(),
};
const tabs = ['runs', 'connection', 'alarms', 'escalation'] as const;

/** The rules of notices. Each tab is a page with its own address, and all have the permission of report settings. */
export function NoticeRuleTabs({ value }: { value: keyof typeof addresses }) {
  const { t } = useTranslation('words');
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('noticeRules.label')}
      value={value}
      options={tabs.map((tab) => ({ value: tab, text: t(`noticeRules.${tab}`) }))}
      onChange={(tab) => {
        const address = tabs.find((name) => name === tab);
        if (address) void navigate(addresses[address]);
      }}
    />
  );
}
