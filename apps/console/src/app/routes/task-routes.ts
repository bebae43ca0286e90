import { permissions, pages } from '@sweepline/contract';
import type { Route, RouteForm } from './routes.tsx';

const taskForms: readonly RouteForm[] = [
  { isAt: (params) => params.has('new'), allow: permissions.taskCreate },
  { isAt: (params) => params.has('edit'), allow: permissions.taskUpdate },
];
const runForm: readonly RouteForm[] = [{ isAt: () => true, allow: permissions.taskRun }];

/** Tasks, their calendar and templates, and the current runs. */
export const taskRoutes: Route[] = [
  {
    path: pages.runs.path,
    allow: permissions.taskList,
    title: 'runs',
    goKey: 'l',
    icon: 'clean',
    group: 'work',
    page: () => import('../../features/work/tasks/runs/runs-page.tsx').then((m) => m.RunsPage),
  },
  {
    path: pages.tasks.path,
    allow: permissions.taskList,
    title: 'tasks',
    goKey: 't',
    icon: 'task',
    group: 'work',
    page: () => import('../../features/work/tasks/task-list/task-list-page.tsx').then((m) => m.TaskListPage),
  },
  {
    path: pages.calendar.path,
    allow: permissions.taskList,
    title: 'calendar',
    goKey: 'c',
    icon: 'clock',
    group: 'work',
    page: () => import('../../features/work/calendar/calendar-page.tsx').then((m) => m.CalendarPage),
  },
  {
    path: pages.taskTemplates.path,
    allow: permissions.taskList,
    title: 'taskTemplates',
    parent: pages.tasks.path,
    page: () =>
      import('../../features/work/tasks/templates/template-list-page.tsx').then((m) => m.TemplateListPage),
  },
  {
    path: pages.task.path,
    allow: permissions.taskList,
    forms: taskForms,
    title: 'task',
    parent: pages.tasks.path,
    page: () =>
      import('../../features/work/tasks/task-list/task-detail-page.tsx').then((m) => m.TaskDetailPage),
  },
  {
    path: pages.taskJ30.path,
    allow: permissions.taskList,
    forms: taskForms,
    title: 'task',
    parent: pages.tasks.path,
    page: () =>
      import('../../features/work/tasks/task-list/task-detail-page.tsx').then((m) => m.TaskDetailPage),
  },
  {
    path: pages.singleTask.path,
    allow: permissions.taskList,
    forms: runForm,
    title: 'task',
    parent: pages.tasks.path,
    page: () =>
      import('../../features/work/tasks/task-list/single-task-page.tsx').then((m) => m.SingleTaskPage),
  },
  {
    path: pages.singleTaskJ20.path,
    allow: permissions.taskList,
    forms: runForm,
    title: 'task',
    parent: pages.tasks.path,
    page: () =>
      import('../../features/work/tasks/task-list/single-task-page.tsx').then((m) => m.SingleTaskPage),
  },
  {
    path: pages.singleTaskJ30.path,
    allow: permissions.taskJ30,
    forms: runForm,
    title: 'task',
    parent: pages.tasks.path,
    page: () =>
      import('../../features/work/tasks/task-list/single-task-page.tsx').then((m) => m.SingleTaskPage),
  },
];
