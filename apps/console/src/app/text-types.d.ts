import 'i18next';
import type kit from '../kit/texts/en.json';
import type permissions from '../kit/permissions/texts/en.json';
import type words from '../kit/words/texts/en.json';
import type accounts from '../features/accounts/texts/en.json';
import type access from '../features/access/texts/en.json';
import type auth from '../features/auth/texts/en.json';
import type chatUsers from '../features/chat-users/texts/en.json';
import type companies from '../features/companies/texts/en.json';
import type deadLetters from '../features/dead-letters/texts/en.json';
import type devices from '../features/devices/texts/en.json';
import type errorLog from '../features/error-log/texts/en.json';
import type home from '../features/home/texts/en.json';
import type invitations from '../features/invitations/texts/en.json';
import type notices from '../features/notices/texts/en.json';
import type announcements from '../features/announcements/texts/en.json';
import type maps from '../features/maps/texts/en.json';
import type profile from '../features/profile/texts/en.json';
import type systemLogs from '../features/system-logs/texts/en.json';
import type roles from '../features/roles/texts/en.json';
import type taskReports from '../features/task-reports/texts/en.json';
import type tasks from '../features/tasks/texts/en.json';
import type mapView from '../map-view/texts/en.json';
import type app from './texts/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kit';
    resources: {
      kit: typeof kit;
      permissions: typeof permissions;
      words: typeof words;
      app: typeof app;
      accounts: typeof accounts;
      access: typeof access;
      auth: typeof auth;
      roles: typeof roles;
      'chat-users': typeof chatUsers;
      companies: typeof companies;
      'dead-letters': typeof deadLetters;
      devices: typeof devices;
      'error-log': typeof errorLog;
      home: typeof home;
      invitations: typeof invitations;
      'map-view': typeof mapView;
      maps: typeof maps;
      notices: typeof notices;
      announcements: typeof announcements;
      profile: typeof profile;
      'system-logs': typeof systemLogs;
      'task-reports': typeof taskReports;
      tasks: typeof tasks;
    };
  }
}
