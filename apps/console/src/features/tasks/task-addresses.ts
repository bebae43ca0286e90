/** Where the pages of a task, a run and a report are. */
export const taskListAddress = '/dataManage/taskList';
export const taskAddress = (id: string) => `/dataManage/taskDetail?id=${id}`;
export const editAddress = (id: string) => `/dataManage/taskDetail?id=${id}&edit=1`;
export const newTaskAddress = '/dataManage/taskDetail?new=1';
export const cleanNowAddress = '/dataManage/singleTask';
export const runAddress = (id: string) => `/dataManage/taskDetail?run=${id}`;
export const reportAddress = (id: string) => `/dataManage/historyDetail?id=${id}`;
