/** The URLs of a task, a run and a report. */
export const taskListAddress = '/dataManage/taskList';
export const taskAddress = (id: string) => `/dataManage/taskDetail?id=${id}`;
/** The editor of a task's map, for its robot: a robot can only edit the map it is on. */
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
