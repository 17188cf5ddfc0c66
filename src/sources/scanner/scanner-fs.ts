/** The file system of the scanner. Implement it for runtimes without Node, or for files that are not on a disk. */
export interface ScannerFS {
  readdir(path: string): AsyncIterable<{ name: string; isFile: boolean; isDirectory: boolean }>;
  cwd(): string;
}

/**
 * A file system that follows links and can tell whether two paths are one folder. With a plain `ScannerFS`, a loop of
 * links ends only at the depth limit.
 */
export interface LinkAwareScannerFS extends ScannerFS {
  realpath(path: string): Promise<string>;
}
