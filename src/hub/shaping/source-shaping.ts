import type { AnyOperation } from "../../operation/define-operation.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { formatConfigProblem } from "../config/text/config-error.ts";
import { placeOf } from "../config/config-place.ts";
import type { ConfigPositions } from "../config/config-place.ts";
import type { ConfigPath } from "../config/text/config-text.ts";
import type { OperationShapeConfig } from "../config/hub-config.ts";
import { ShapedOperation } from "./shaped-operation.ts";
import type { ConfiguredShape } from "./shaped-operation.ts";

/** What a config says about single operations of a source, by the names that the source gives them. */
export class SourceShaping {
  readonly #shapes: ReadonlyMap<string, ConfiguredShape>;
  readonly #shaped = new WeakMap<AnyOperation, ShapedOperation>();
  /** Renamed operations that found their new name taken, with the mistake. */
  #taken: ReadonlyMap<AnyOperation, string> = new Map();

  /** `path` leads to the source in the config. */
  constructor(operations: ShapeConfigs = {}, loaded: ConfigPositions = {}, path: ConfigPath = []) {
    this.#shapes = new Map(
      Object.entries(operations).map(([name, config]): [string, ConfiguredShape] => {
        const mistake = (within: readonly string[], message: string): string => {
          const place = placeOf(loaded, [...path, "operations", name, ...within]);
          return formatConfigProblem({ ...place, message });
        };
        return [name, { config, mistake }];
      }),
    );
  }

  /** The operation as callers see it: always the same object for the same operation. */
  shape(operation: AnyOperation): AnyOperation {
    const known = this.#shaped.get(operation);
    const shape = known === undefined ? this.#find(operation) : undefined;
    if (shape === undefined) return known ?? operation;
    const shaped = new ShapedOperation(operation, shape);
    this.#shaped.set(operation, shaped);
    return shaped;
  }

  /**
   * All operations of the source that the config `takes`. An operation that keeps its name takes precedence over one
   * that is given it. A user's own source may offer anything: what is not an operation stays as it is.
   */
  shapeAll(operations: readonly AnyOperation[], takes: (spec: OperationSpec) => boolean): readonly AnyOperation[] {
    if (this.#shapes.size === 0) return operations;
    const shaped = operations
      .map((operation) => this.shape(operation))
      .filter((operation) => !isRecord(operation) || takes(operation));
    const renamed = shaped.filter((operation) => operation instanceof ShapedOperation && operation.isRenamed);
    const isRenamed = new Set(renamed);
    const keeping = shaped.filter((operation) => isRecord(operation) && !isRenamed.has(operation));
    const holders = new Set(keeping.map(operationId));
    const taken = new Map<AnyOperation, string>();
    for (const operation of renamed as ShapedOperation[]) {
      const id = operationId(operation);
      const why = `another operation of this source is ${id}`;
      if (holders.has(id)) taken.set(operation, operation.shape.mistake(["name"], why));
      holders.add(id);
    }
    this.#taken = taken;
    return shaped.filter((operation) => !taken.has(operation));
  }

  /** What is wrong with names that the config gives. */
  get taken(): Array<{ readonly id: string; readonly reason: string }> {
    return Array.from(this.#taken, ([operation, reason]) => ({ id: operationId(operation), reason }));
  }

  #find(operation: AnyOperation): ConfiguredShape | undefined {
    if (this.#shapes.size === 0 || !isRecord(operation)) return undefined;
    return configNames(operation)
      .map((name) => this.#shapes.get(name))
      .find((shape) => shape !== undefined);
  }
}

type ShapeConfigs = Readonly<Record<string, OperationShapeConfig>>;

/** An operation is named by its name, by its id, or by its name at the source. */
export function configNames(spec: OperationSpec): string[] {
  const foreign = spec.origin?.name;
  return [spec.name, operationId(spec), ...(foreign === undefined ? [] : [foreign])];
}
