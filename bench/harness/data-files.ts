/**
 * Names that the data folder may contain while no process runs. A restore keeps the earlier state under `before-restore-…`. Any other
 * name is reported as a leftover.
 */
export const dataFiles =
  /^((minbar|words)\.db(-wal|-shm)?|before-restore-\d+|files|pictures|lock|run\.json|keys\.json|lesson-folder\.json|last-backup\.json|dates-offered\.json|friday-letter\.json|shown-lessons|opens\.db|read-files\.json)$/;
