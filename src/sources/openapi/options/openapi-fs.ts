/** What `FromOpenAPIFile` needs of a file system; give your own where there is none. */
export interface OpenAPIFS {
  readFile(path: string): Promise<string>;
}
