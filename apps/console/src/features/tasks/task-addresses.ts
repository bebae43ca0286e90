/** Where the pages of a task, a run and a report are. */
export const taskListAddress = '/dataManage/taskList';
export const taskAddress = (id: string) => `/dataManage/taskDetail?id=${id}`;
/** The map of a task, edited for its robot: only the one it stands on may be. */
export const editMapAddress = (mapId: string, deviceId: string) =>
  `/dataManage/editMap?id=${mapId}&deviceId=${deviceId}`;
export const editAddress = (id: string) => `/dataManage/taskDetail?id=${id}&edit=1`;
export const newTaskAddress = '/dataManage/taskDetail?new=1';
export const cleanNowAddress = '/dataManage/singleTask';
export const runAddress = (id: string) => `/dataManage/taskDetail?run=${id}`;
export const reportAddress = (id: string) => `/dataManage/historyDetail?id=${id}`;
export const templatesAddress = '/dataManage/taskTemplates';
export const calendarAddress = '/dataManage/calendar';
export const planAddress = (taskId: string) => `/dataManage/calendar?plan=${taskId}`;
