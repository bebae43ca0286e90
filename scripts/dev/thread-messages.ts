// Under --watch each worker thread posts its imports to the program, which takes the first message for the thread's answer.
delete process.env['WATCH_REPORT_DEPENDENCIES'];
