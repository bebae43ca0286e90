import { CompanyListPage } from './company-list-page.tsx';

export const TerminalListPage = () => <CompanyListPage kind="terminals" />;
