/** The file system as the scanner sees it; give your own where there is no Node, or nothing on a disk. */
export interface ScannerFS {
  readdir(path: string): AsyncIterable<{ name: string; isFile: boolean; isDirectory: boolean }>;
  cwd(): string;
}

/**
 * A file system that follows links and can tell when two paths are one folder. With a plain `ScannerFS` a loop of links
 * ends only at the limit of depth.
 */
export interface LinkAwareScannerFS extends ScannerFS {
  realpath(path: string): Promise<string>;
}
