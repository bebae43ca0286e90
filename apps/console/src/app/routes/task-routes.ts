import { permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Tasks, their calendar and templates, and the current runs. */
export const taskRoutes: Route[] = [
  {
    path: '/dataManage/taskList',
    allow: permissions.taskList,
    title: 'tasks',
    icon: 'task',
    group: 'data',
    page: () => import('../../features/tasks/task-list/task-list-page.tsx').then((m) => m.TaskListPage),
  },
  {
    path: '/dataManage/runs',
    allow: permissions.taskList,
    title: 'runs',
    icon: 'clean',
    group: 'data',
    page: () => import('../../features/tasks/runs/runs-page.tsx').then((m) => m.RunsPage),
  },
  {
    path: '/dataManage/calendar',
    allow: permissions.taskList,
    title: 'calendar',
    icon: 'clock',
    group: 'data',
    page: () => import('../../features/calendar/calendar-page.tsx').then((m) => m.CalendarPage),
  },
  {
    path: '/dataManage/taskTemplates',
    allow: permissions.taskList,
    title: 'taskTemplates',
    parent: '/dataManage/taskList',
    page: () =>
      import('../../features/tasks/templates/template-list-page.tsx').then((m) => m.TemplateListPage),
  },
  {
    path: '/dataManage/taskDetail',
    allow: permissions.taskList,
    title: 'task',
    parent: '/dataManage/taskList',
    page: () => import('../../features/tasks/task-list/task-detail-page.tsx').then((m) => m.TaskDetailPage),
  },
  {
    path: '/j30dataManage/taskDetail',
    allow: permissions.taskList,
    title: 'task',
    parent: '/dataManage/taskList',
    page: () => import('../../features/tasks/task-list/task-detail-page.tsx').then((m) => m.TaskDetailPage),
  },
  {
    path: '/dataManage/singleTask',
    allow: permissions.taskList,
    title: 'task',
    parent: '/dataManage/taskList',
    page: () => import('../../features/tasks/task-list/single-task-page.tsx').then((m) => m.SingleTaskPage),
  },
  {
    path: '/dataManage/J20/j20Task',
    allow: permissions.taskList,
    title: 'task',
    parent: '/dataManage/taskList',
    page: () => import('../../features/tasks/task-list/single-task-page.tsx').then((m) => m.SingleTaskPage),
  },
  {
    path: '/dataManage/j30SingleTask',
    allow: permissions.taskJ30,
    title: 'task',
    parent: '/dataManage/taskList',
    page: () => import('../../features/tasks/task-list/single-task-page.tsx').then((m) => m.SingleTaskPage),
  },
];
