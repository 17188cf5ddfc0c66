/** Shows what concerns the machine and all callers: every source with its report, and where its files are. */
export const ADMIN_SCOPE = "operations:admin";
