import { CallError, toCallError } from "../../errors/call-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { createMCPClient } from "./mcp-client.ts";
import type { MCPClientWrapper } from "./mcp-client.ts";
import type { MCPClientConfig } from "./config/mcp-client-config.ts";
import type { MCPOperation } from "./tools/mcp-operation.ts";

/**
 * Connects to many MCP servers and holds their clients.
 *
 * @example
 * const loader = new MCPClientLoader();
 * await loader.load({ files: { command: "files-server" }, search: { url: "https://example.com/mcp" } });
 * registry.registerAll(loader.getAllOperations());
 * await loader.closeAll();
 */
export class MCPClientLoader {
  readonly #wrappers = new Map<string, MCPClientWrapper>();
  readonly #errors = new Map<string, CallError>();
  /** The clients that are still connecting, by name. */
  readonly #connecting = new Map<string, Promise<MCPClientWrapper>>();

  /** Connects to all servers at once. A server that fails does not stop the others: `errors` has its error. */
  async load(config: Readonly<Record<string, MCPClientConfig>>): Promise<void> {
    await Promise.all(Object.entries(config).map(([name, server]) => this.#loadOne(name, server)));
  }

  /** Why servers could not be loaded, by name. */
  get errors(): ReadonlyMap<string, CallError> {
    return this.#errors;
  }

  getClient(name: string): MCPClientWrapper | undefined {
    return this.#wrappers.get(name);
  }

  getAllWrappers(): MCPClientWrapper[] {
    return [...this.#wrappers.values()];
  }

  /** The operations of all servers, as they are now. */
  getAllOperations(): MCPOperation[] {
    return this.getAllWrappers().flatMap((wrapper) => wrapper.operations);
  }

  /** Registers the operations of all servers, and follows their changes. Returns a function that stops it. */
  attach(registry: OperationRegistry): () => void {
    const stops: Array<() => void> = [];
    const stopAll = (): void => stops.forEach((stop) => stop());
    try {
      for (const wrapper of this.getAllWrappers()) stops.push(wrapper.attach(registry));
    } catch (error) {
      // The caller gets no function that would remove the first ones.
      stopAll();
      throw error;
    }
    return stopAll;
  }

  async closeAll(): Promise<void> {
    const wrappers = this.getAllWrappers();
    const connecting = [...this.#connecting.values()];
    this.#wrappers.clear();
    this.#errors.clear();
    this.#connecting.clear();
    const late = connecting.map((connected) => connected.then((wrapper) => wrapper.close()).catch(() => undefined));
    await Promise.all([...wrappers.map((wrapper) => wrapper.close()), ...late]);
  }

  async #loadOne(name: string, config: MCPClientConfig): Promise<void> {
    if (this.#wrappers.has(name) || this.#connecting.has(name)) {
      this.#errors.set(name, new CallError("VALIDATION_ERROR", `The server ${name} is loaded already.`));
      return;
    }
    const connecting = createMCPClient(name, config);
    this.#connecting.set(name, connecting);
    const outcome = await connecting.catch(toCallError);
    // If `closeAll` ran meanwhile, it closes the client.
    if (this.#connecting.get(name) !== connecting) return;
    this.#connecting.delete(name);
    if (outcome instanceof CallError) {
      this.#errors.set(name, outcome);
      return;
    }
    this.#wrappers.set(name, outcome);
    this.#errors.delete(name);
  }
}
