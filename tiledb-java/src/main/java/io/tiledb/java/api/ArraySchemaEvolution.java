package io.tiledb.java.api;

import io.azulejo.ChangeOptions;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.SchemaEvolution;
import io.tiledb.libtiledb.SWIGTYPE_p_p_tiledb_array_schema_evolution_t;
import io.tiledb.libtiledb.SWIGTYPE_p_tiledb_array_schema_evolution_t;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Changes of an array schema that are applied together. */
public class ArraySchemaEvolution implements AutoCloseable {
  private final Context ctx;
  private final SchemaEvolution.Builder changes;
  private @Nullable Long timestamp;

  /**
   * Creates an evolution that shares the changes of another one.
   *
   * @param evolutionpp a handle of an evolution
   */
  public ArraySchemaEvolution(
      Context ctx, SWIGTYPE_p_p_tiledb_array_schema_evolution_t evolutionpp) {
    ArraySchemaEvolution other = (ArraySchemaEvolution) evolutionpp.target();
    this.ctx = ctx;
    this.changes = other.changes;
    this.timestamp = other.timestamp;
  }

  /** Creates an evolution without changes. */
  public ArraySchemaEvolution(Context ctx) throws TileDBError {
    this.ctx = ctx;
    this.changes = SchemaEvolution.builder();
  }

  /** Returns an opaque handle of this evolution. */
  public SWIGTYPE_p_tiledb_array_schema_evolution_t getEvolutionp() {
    return new SWIGTYPE_p_tiledb_array_schema_evolution_t(this);
  }

  /** Returns the context. */
  protected Context getCtx() {
    return ctx;
  }

  /** Adds an attribute with its current settings. */
  public void addAttribute(Attribute att) throws TileDBError {
    Calls.run(ctx, () -> changes.addAttribute(att.toEngine()));
  }

  /** Drops the attribute with a name. */
  public void dropAttribute(String attName) throws TileDBError {
    Calls.run(ctx, () -> changes.dropAttribute(attName));
  }

  /** Drops the attribute with the same name. */
  public void dropAttribute(Attribute att) throws TileDBError {
    dropAttribute(att.getName());
  }

  /**
   * Sets the timestamp of the new schema (default: the current time).
   *
   * @param high the timestamp in milliseconds since 1970
   * @param low the same timestamp
   * @throws TileDBError if the timestamps differ
   */
  public void setTimeStampRange(BigInteger high, BigInteger low) throws TileDBError {
    Util.checkBigIntegerRange(high);
    Util.checkBigIntegerRange(low);
    if (!high.equals(low)) {
      throw new TileDBError(
          "a schema has a single timestamp; got %s and %s, which must be equal"
              .formatted(low, high));
    }
    timestamp = high.longValueExact();
  }

  /** Adds an enumeration. */
  public void addEnumeration(Enumeration e) throws TileDBError {
    Calls.run(ctx, () -> changes.addEnumeration(e.toEngine()));
  }

  /** Drops the enumeration with a name. */
  public void dropEnumeration(String name) throws TileDBError {
    Calls.run(ctx, () -> changes.dropEnumeration(name));
  }

  /** Replaces the current domain by a larger one. */
  public void expandCurrentDomain(CurrentDomain currentDomain) throws TileDBError {
    NDRange box = currentDomain.toEngine();
    if (box == null) {
      throw new TileDBError("the current domain is empty; set a rectangle first");
    }
    Calls.run(ctx, () -> changes.currentDomain(box));
  }

  /**
   * Replaces the enumeration with the same name by a longer one; see {@link Enumeration#extend}.
   */
  public void extendEnumeration(Enumeration enumeration) throws TileDBError {
    Calls.run(ctx, () -> changes.extendEnumeration(enumeration.toEngine()));
  }

  /** Applies the changes to the schema of an array. */
  public void evolveArray(String uri) throws TileDBError {
    Long at = timestamp;
    ChangeOptions options = at == null ? ChangeOptions.DEFAULT : ChangeOptions.DEFAULT.at(at);
    Calls.run(ctx, () -> Stored.handle(ctx, uri, null).evolve(changes.build(), options));
  }

  /** Does nothing: an evolution holds no resources. */
  @Override
  public void close() {}
}
