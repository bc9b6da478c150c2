package io.azulejo;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.ConflictException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.maintain.Deletion;
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.snapshot.ArrayEvolution;
import io.azulejo.internal.snapshot.EnumerationExtension;
import io.azulejo.internal.snapshot.FragmentRemoval;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.DeletionPlan;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Layout;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A handle to the array at a location. It reads, writes and deletes cells, changes the schema and
 * the metadata, and maintains the array. Each call works on the state of the array at the time of
 * the call. To work on a snapshot, call {@link #open()}, which returns an {@link Array}. Immutable
 * and safe for use by several threads.
 *
 * <pre>{@code
 * ArrayHandle quakes = azulejo.array("quakes");
 * quakes.append(Batch.of(Column.ofLongs("id", 1, 2), Column.ofDoubles("mag", 4.5, 6.25)));
 * quakes.delete("mag < 0");
 * quakes.metadata().set("source", "USGS");
 * quakes.consolidate();
 * }</pre>
 *
 * <p>All methods except {@link #create} throw {@link NotFoundException} if the array does not
 * exist. They throw {@link InvalidRequestException} if a key is missing or wrong, or if the array
 * is not encrypted but a key is given.
 */
public final class ArrayHandle {
  private final Engine engine;
  private final Location location;

  ArrayHandle(Engine engine, Location location) {
    this.engine = engine;
    this.location = location;
  }

  /** Returns the location of the array's folder. */
  public Location location() {
    return location;
  }

  /** Creates the array; see {@link Azulejo#create(Location, ArraySchema, CreateOptions)}. */
  public void create(ArraySchema schema) {
    create(schema, CreateOptions.DEFAULT);
  }

  /** Creates the array; see {@link Azulejo#create(Location, ArraySchema, CreateOptions)}. */
  public void create(ArraySchema schema, CreateOptions options) {
    engine.create(location, schema, options);
  }

  /** Opens the current state of the array; see {@link Azulejo#open(Location, OpenOptions)}. */
  public Array open() {
    return open(OpenOptions.DEFAULT);
  }

  /**
   * Opens the array with only the writes of a time range; see {@link Azulejo#open(Location,
   * OpenOptions)}.
   */
  public Array open(TimeRange times) {
    return open(OpenOptions.DEFAULT.at(times));
  }

  /** Opens a snapshot of the array; see {@link Azulejo#open(Location, OpenOptions)}. */
  public Array open(OpenOptions options) {
    return Array.open(engine, location, options);
  }

  /**
   * Opens a snapshot of the array in a thread of the engine. Cancelling the future interrupts the
   * thread.
   *
   * @return a future that completes with the array, or with an exception of {@link
   *     #open(OpenOptions)}
   * @throws InvalidRequestException if the engine is closed
   */
  public CompletableFuture<Array> openAsync(OpenOptions options) {
    return engine.tasks().drive(work -> open(options));
  }

  /** Opens the current state of the array, and prepares a read of it; see {@link Array#read()}. */
  public Read read() {
    return open().read();
  }

  /**
   * Writes cells and commits them together; see {@link ArrayWriter#append(Batch)}.
   *
   * @return the names of the fragments that contain the cells
   */
  public List<String> append(Batch... batches) {
    try (ArrayWriter out = writer()) {
      for (Batch batch : batches) {
        out.append(batch);
      }
      return out.commit();
    }
  }

  /**
   * Writes cells in a thread of the engine and commits them together; see {@link #append} and
   * {@link #writeAsync}.
   */
  public CompletableFuture<List<String>> appendAsync(Batch... batches) {
    List<Batch> all = List.of(batches);
    return writeAsync(WriteRequest.DEFAULT, ChangeOptions.DEFAULT, out -> all.forEach(out::append));
  }

  /**
   * Writes cells in a thread of the engine, and commits them together.
   *
   * <p>If the future is cancelled or completed before the commit starts, the thread is interrupted
   * and the written cells are deleted; readers never see them. A commit that has started is not
   * stopped; in this case, the future does not tell whether the cells became visible. If the engine
   * is closed before the commit, the future fails with an {@link InvalidRequestException}.
   *
   * @param cells appends cells to the writer that it receives, and runs in the thread of the
   *     engine; it must not commit, stage or close the writer
   * @return a future that completes with the names of the fragments that contain the cells, or with
   *     an exception of {@link #writer}, {@code cells} or {@link ArrayWriter#commit}
   * @throws InvalidRequestException if the engine is closed
   */
  public CompletableFuture<List<String>> writeAsync(
      WriteRequest request, ChangeOptions options, Consumer<? super ArrayWriter> cells) {
    return engine
        .tasks()
        .drive(
            work -> {
              ArrayWriter out = writer(request, options);
              try {
                cells.accept(out);
                return out.commit(work::beginCommit);
              } finally {
                work.shield();
                out.close();
              }
            });
  }

  /**
   * Starts a write with default options and the current time; see {@link #writer(WriteRequest,
   * ChangeOptions)}.
   */
  public ArrayWriter writer() {
    return writer(WriteRequest.DEFAULT);
  }

  /** Starts a write with the current time; see {@link #writer(WriteRequest, ChangeOptions)}. */
  public ArrayWriter writer(WriteRequest request) {
    return writer(request, ChangeOptions.DEFAULT);
  }

  /**
   * Starts a write of cells.
   *
   * @return a writer, which the caller must close; the cells become visible when {@link
   *     ArrayWriter#commit} is called
   * @throws InvalidRequestException also if the request does not fit the array
   */
  public ArrayWriter writer(WriteRequest request, ChangeOptions options) {
    return Cancellation.translate(() -> Writing.begin(engine, location, request, time(options)));
  }

  /**
   * Writes a box of a dense array that has one attribute, and commits it.
   *
   * @param part the box: one range for each dimension; a dimension without a range is written
   *     completely
   * @param attribute the name of the attribute, whose type must be FLOAT64
   * @param values the values of all cells in the box, in row-major order
   * @return the names of the fragments that contain the cells
   * @throws InvalidRequestException also if {@link ArrayWriter#append(String, double[])} or {@link
   *     ArrayWriter#commit} throws it
   */
  public List<String> write(Subarray part, String attribute, double[] values) {
    return write(part, out -> out.append(attribute, values));
  }

  /** Writes a box of FLOAT32 values; see {@link #write(Subarray, String, double[])}. */
  public List<String> write(Subarray part, String attribute, float[] values) {
    return write(part, out -> out.append(attribute, values));
  }

  /** Writes a box of 8-byte integers; see {@link #write(Subarray, String, double[])}. */
  public List<String> write(Subarray part, String attribute, long[] values) {
    return write(part, out -> out.append(attribute, values));
  }

  /** Writes a box of 4-byte integers; see {@link #write(Subarray, String, double[])}. */
  public List<String> write(Subarray part, String attribute, int[] values) {
    return write(part, out -> out.append(attribute, values));
  }

  private List<String> write(Subarray part, Consumer<ArrayWriter> cells) {
    WriteRequest request = WriteRequest.DEFAULT.subarray(part).layout(Layout.ROW_MAJOR);
    try (ArrayWriter out = writer(request)) {
      cells.accept(out);
      return out.commit();
    }
  }

  /**
   * Commits the staged fragments of several writers with default options; see {@link #commit(List,
   * CommitOptions)}.
   */
  public CommitResult commit(List<StagedFragments> parts) {
    return commit(parts, CommitOptions.DEFAULT);
  }

  /**
   * Commits the {@linkplain ArrayWriter#stage staged} fragments of several writers together. Before
   * the commit, readers see none of these fragments; afterwards they see all of them. Fragments
   * that are already committed are skipped.
   *
   * <p>Parts must not overlap. In dense arrays, the boxes of the parts must be disjoint. In sparse
   * arrays without duplicates, the cells where the boxes overlap are compared, unless {@link
   * CommitOptions#distinctCells} guarantees that no two parts have cells with equal coordinates.
   *
   * @param parts the staged fragments, one part for each writer; a part may be empty
   * @return the names of the committed fragments, and whether this call committed them
   * @throws NotFoundException also if files of a part are missing because the part was discarded or
   *     removed by garbage collection; nothing was committed
   * @throws InvalidRequestException also if a part belongs to another array or is given twice, if
   *     parts overlap, or if only some of the parts are already committed; nothing was committed
   * @throws ConflictException if the array has changed since the snapshot that was given to {@link
   *     CommitOptions#onlyIf}; nothing was committed
   * @throws UnsupportedFormatException if the array must be upgraded first: below format version
   *     12, a commit can have only one fragment, and neither an id nor a condition
   * @throws io.azulejo.error.CommitUnknownException if it is unknown whether the commit succeeded;
   *     call this method again with the same parts, or with the same id
   */
  public CommitResult commit(List<StagedFragments> parts, CommitOptions options) {
    return Cancellation.translate(() -> Writing.commit(engine, location, parts, options, () -> {}));
  }

  /**
   * Commits staged fragments in a thread of the engine; see {@link #commit(List, CommitOptions)}.
   * Cancelling the future has the effect that {@link ArrayWriter#commitAsync} describes, except
   * that the parts stay staged if the commit is cancelled.
   *
   * @return a future that completes with the result of the commit, or with its exception
   * @throws InvalidRequestException if the engine is closed
   */
  public CompletableFuture<CommitResult> commitAsync(
      List<StagedFragments> parts, CommitOptions options) {
    List<StagedFragments> all = List.copyOf(parts);
    return engine
        .tasks()
        .drive(work -> Writing.commit(engine, location, all, options, work::beginCommit));
  }

  /**
   * Deletes the cells of a sparse array that meet a condition, such as {@code "mag < 0"}; see
   * {@link #delete(DeleteRequest, ChangeOptions)}.
   *
   * @param condition the text form of a condition; see {@link Condition#parse}
   */
  public Optional<String> delete(String condition) {
    return delete(Condition.parse(condition));
  }

  /**
   * Deletes the cells of a sparse array that meet a condition; see {@link #delete(DeleteRequest,
   * ChangeOptions)}.
   */
  public Optional<String> delete(Condition condition) {
    return delete(DeleteRequest.where(condition), ChangeOptions.DEFAULT);
  }

  /**
   * Deletes the cells of a sparse array that meet a condition and that were written up to the time
   * of the change. Reads at earlier times still return them.
   *
   * <p>If the format can represent the deletion, only the condition is stored. It also deletes
   * matching cells that are written later with earlier timestamps. Otherwise (see {@link
   * DeleteRequest}), the engine reads the existing cells that meet the condition, and deletes them
   * one by one, in one commit. {@link #planDelete} returns which strategy applies. In both cases,
   * memory use is limited to one batch.
   *
   * @return the name of the deletion; empty if no cell is deleted, and thus nothing is written
   * @throws InvalidRequestException also if the array is dense, if the condition does not fit it,
   *     or if the time of the change lies within the times of a fragment without cell timestamps
   * @throws AlreadyExistsException if another process is consolidating or deleting fragments that
   *     this deletion must rewrite; nothing was changed
   * @throws UnsupportedFormatException if the array must be upgraded first
   */
  public Optional<String> delete(DeleteRequest request, ChangeOptions options) {
    return Cancellation.translate(() -> deletion(request, options).run());
  }

  /**
   * Returns the strategy by which {@link #delete(DeleteRequest, ChangeOptions)} would delete cells,
   * and the reasons for it. Changes nothing.
   *
   * @throws InvalidRequestException also if the deletion would throw it
   * @throws UnsupportedFormatException if the array must be upgraded first
   */
  public DeletionPlan planDelete(DeleteRequest request, ChangeOptions options) {
    return Cancellation.translate(() -> deletion(request, options).plan());
  }

  private Deletion deletion(DeleteRequest request, ChangeOptions options) {
    return new Deletion(engine.writable(location), request, time(options), engine.resources());
  }

  /**
   * Deletes all fragments whose times lie entirely within a range, in one step. A consolidated
   * fragment whose times exceed the range stays. Files that cannot be deleted afterwards are left
   * as garbage.
   *
   * @return the names of the deleted fragments
   */
  public List<String> deleteFragments(TimeRange times) {
    return Cancellation.translate(
        () -> FragmentRemoval.within(engine.writable(location), times, engine.tasks()));
  }

  /**
   * Deletes fragments by name, in one step. If a deleted fragment is the result of a consolidation,
   * its inputs do not reappear.
   *
   * @param names the names of the fragments; see {@link FragmentInfo#name}
   * @throws InvalidRequestException also if a fragment does not exist; nothing was deleted
   */
  public void deleteFragments(Collection<String> names) {
    Cancellation.translate(
        () -> FragmentRemoval.named(engine.writable(location), names, engine.tasks()));
  }

  /**
   * Changes the schema with the current time; see {@link #evolve(SchemaEvolution, ChangeOptions)}.
   */
  public boolean evolve(SchemaEvolution evolution) {
    return evolve(evolution, ChangeOptions.DEFAULT);
  }

  /**
   * Changes the schema of an array of any format version. The new schema is stored in format
   * version 22, the newest that released TileDB versions read, or in version 23 if the array
   * already has it. Cells are not rewritten: existing cells have the fill values of new attributes.
   *
   * @return whether a new schema was stored; false if the schema already is as requested
   * @throws InvalidRequestException also if the change is not possible, if a deletion uses an
   *     attribute that would be dropped, or if an existing schema is later than the time of the
   *     change
   */
  public boolean evolve(SchemaEvolution evolution, ChangeOptions options) {
    return Cancellation.translate(
        () ->
            ArrayEvolution.evolve(
                engine.writable(location), evolution, options.at(), engine.tasks()));
  }

  /**
   * Adds missing values to enumerations, so that cells written afterwards can refer to them.
   * Several writers can do this at the same time: each value gets one permanent index, and no value
   * is lost. Unlike {@link #evolve}, this method keeps the schema's format version and timestamp,
   * so that reads at any time see the new values.
   *
   * <p>New values are appended. In an ordered enumeration, they sort after the existing values.
   *
   * @param values enumerations with the names of existing enumerations; each contains the required
   *     values in any order, and may include existing values
   * @return these enumerations with all their current values, in the order of the argument
   * @throws NotFoundException also if the schema lacks one of the enumerations
   * @throws InvalidRequestException also if the type of an enumeration's values differs, or if the
   *     index type of an attribute cannot represent all values
   * @throws io.azulejo.error.CommitUnknownException if it is unknown whether the change was
   *     committed; call this method again
   */
  public List<Enumeration> extendEnumerations(List<Enumeration> values) {
    return Cancellation.translate(
        () ->
            EnumerationExtension.extend(
                engine.changing(location), location, engine.key(location), values));
  }

  /** Upgrades the schema with the current time; see {@link #upgrade(ChangeOptions)}. */
  public boolean upgrade() {
    return upgrade(ChangeOptions.DEFAULT);
  }

  /**
   * Stores the schema in format version 22, the newest that released TileDB versions read. Later
   * writes use this version. Existing cells are not changed.
   *
   * @return whether a schema was stored; false if the array has version 22 or newer
   */
  public boolean upgrade(ChangeOptions options) {
    return Cancellation.translate(
        () ->
            ArrayEvolution.upgrade(
                engine.writable(location), Optional.empty(), options.at(), engine.tasks()));
  }

  /**
   * Stores the schema in a newer format version. Later writes use this version. Existing cells are
   * not changed.
   *
   * @param formatVersion the format version, from 10 to 23
   * @return whether a schema was stored; false if the array already has this version
   * @throws InvalidRequestException also if the array has a newer version
   * @throws UnsupportedFormatException if the version cannot represent the schema
   */
  public boolean upgrade(int formatVersion, ChangeOptions options) {
    FormatVersion version = FormatVersion.writable(formatVersion);
    return ArrayEvolution.upgrade(
        engine.writable(location), Optional.of(version), options.at(), engine.tasks());
  }

  /** Returns a handle to read and change the metadata of the array. */
  public MetadataHandle metadata() {
    return new MetadataHandle(engine, location, () -> open().metadata());
  }

  /** Consolidates fragments with default options; see {@link Maintenance#consolidate}. */
  public ConsolidationReport consolidate() {
    return consolidate(ConsolidationRequest.DEFAULT);
  }

  /** Consolidates fragments or other files; see {@link Maintenance#consolidate}. */
  public ConsolidationReport consolidate(ConsolidationRequest request) {
    return maintenance().consolidate(request);
  }

  /** Deletes fragments that a consolidation has replaced; see {@link Maintenance#vacuum}. */
  public VacuumReport vacuum() {
    return vacuum(VacuumRequest.DEFAULT);
  }

  /**
   * Deletes fragments or other files that a consolidation has replaced; see {@link
   * Maintenance#vacuum}.
   */
  public VacuumReport vacuum(VacuumRequest request) {
    return maintenance().vacuum(request);
  }

  /** Verifies the array; see {@link Maintenance#verify}. */
  public VerifyReport verify() {
    return maintenance().verify(VerifyRequest.DEFAULT);
  }

  /** Returns the maintenance operations of the array. */
  public Maintenance maintenance() {
    return new Maintenance(engine, location);
  }

  private static long time(ChangeOptions options) {
    return options.at().orElseGet(System::currentTimeMillis);
  }

  /** Returns the location. */
  @Override
  public String toString() {
    return location.toString();
  }
}
