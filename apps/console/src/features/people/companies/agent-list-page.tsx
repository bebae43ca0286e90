import { CompanyListPage } from './company-list-page.tsx';

export const AgentListPage = () => <CompanyListPage kind="agents" />;
