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
 * A handle to the array at a location: reads, writes and deletes cells, changes the schema and the
 * metadata, and maintains the array. Each call works on the array as it is at that moment. {@link
 * #open()} returns a snapshot, an {@link Array}. Immutable and safe for use by many threads.
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
 * exist, and {@link InvalidRequestException} if a key is missing, wrong or not needed.
 */
public final class ArrayHandle {
  private final Engine engine;
  private final Location location;

  ArrayHandle(Engine engine, Location location) {
    this.engine = engine;
    this.location = location;
  }

  /** Returns the folder of the array. */
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

  /** Opens the array as it is now; see {@link Azulejo#open(Location, OpenOptions)}. */
  public Array open() {
    return open(OpenOptions.DEFAULT);
  }

  /** Opens the array with only the writes of a time range; see {@link #open(OpenOptions)}. */
  public Array open(TimeRange times) {
    return open(OpenOptions.DEFAULT.at(times));
  }

  /** Opens the array as a snapshot; see {@link Azulejo#open(Location, OpenOptions)}. */
  public Array open(OpenOptions options) {
    return Array.open(engine, location, options);
  }

  /**
   * Opens the array in a thread of the engine as {@link #open(OpenOptions)} does. Cancelling the
   * future stops the thread.
   *
   * @return the array, or the exception of {@link #open(OpenOptions)}
   * @throws InvalidRequestException if the engine is closed
   */
  public CompletableFuture<Array> openAsync(OpenOptions options) {
    return engine.tasks().drive(work -> open(options));
  }

  /** Starts a read of the array as it is now: opens it, and starts {@link Array#read()}. */
  public Read read() {
    return open().read();
  }

  /**
   * Writes cells and commits them in one step; see {@link ArrayWriter#append(Batch)}.
   *
   * @return the names of the fragments that hold the cells
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
   * Writes and commits cells in a thread of the engine as {@link #append} does; see {@link
   * #writeAsync}.
   */
  public CompletableFuture<List<String>> appendAsync(Batch... batches) {
    List<Batch> all = List.of(batches);
    return writeAsync(WriteRequest.DEFAULT, ChangeOptions.DEFAULT, out -> all.forEach(out::append));
  }

  /**
   * Writes cells in a thread of the engine and commits them in one step.
   *
   * <p>If the future is cancelled or completed before the commit starts, the thread is interrupted
   * and the cells are deleted; readers never see them. A commit that has started is not stopped,
   * and such a future does not tell whether the cells are visible. If the engine is closed first,
   * the future fails with an {@link InvalidRequestException}.
   *
   * @param cells appends the cells to the given writer, in the thread of the engine; must not
   *     commit, stage or close the writer
   * @return the names of the fragments that hold the cells; or the exception of {@link #writer},
   *     {@code cells} or {@link ArrayWriter#commit}
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

  /** Starts a write with default options; see {@link #writer(WriteRequest, ChangeOptions)}. */
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
   * @return the writer, to be closed by the caller; its cells become visible with {@link
   *     ArrayWriter#commit}
   * @throws InvalidRequestException also if the request does not fit the array
   */
  public ArrayWriter writer(WriteRequest request, ChangeOptions options) {
    return Cancellation.translate(() -> Writing.begin(engine, location, request, time(options)));
  }

  /**
   * Writes the values of a box of a dense array with one attribute, and commits them.
   *
   * @param part the box: a range of each dimension, or the domain of a dimension without a range
   * @param attribute the name of the attribute, of FLOAT64
   * @param values the values in row-major order
   * @return the names of the fragments
   * @throws InvalidRequestException also under the conditions of {@link ArrayWriter#append(String,
   *     double[])} and {@link ArrayWriter#commit}
   */
  public List<String> write(Subarray part, String attribute, double[] values) {
    return write(part, out -> out.append(attribute, values));
  }

  /** Writes FLOAT32 values; see {@link #write(Subarray, String, double[])}. */
  public List<String> write(Subarray part, String attribute, float[] values) {
    return write(part, out -> out.append(attribute, values));
  }

  /** Writes 8-byte integers; see {@link #write(Subarray, String, double[])}. */
  public List<String> write(Subarray part, String attribute, long[] values) {
    return write(part, out -> out.append(attribute, values));
  }

  /** Writes 4-byte integers; see {@link #write(Subarray, String, double[])}. */
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

  /** Commits the staged fragments of several writers; see {@link #commit(List, CommitOptions)}. */
  public CommitResult commit(List<StagedFragments> parts) {
    return commit(parts, CommitOptions.DEFAULT);
  }

  /**
   * Commits the {@linkplain ArrayWriter#stage staged} fragments of several writers in one step:
   * readers see none of them before this method returns, and all of them afterwards. Fragments that
   * are committed already are skipped.
   *
   * <p>Parts must not overlap. For dense arrays, their boxes are compared. For sparse arrays
   * without duplicates, the cells in the overlap of their boxes are compared, unless {@link
   * CommitOptions#distinctCells} guarantees that no cell is in two parts.
   *
   * @param parts the staged fragments, one part for each writer; a part without cells changes
   *     nothing
   * @return the committed fragments, and whether this call committed them
   * @throws NotFoundException also if files of a part are missing because the part was discarded or
   *     collected as garbage; nothing was committed
   * @throws InvalidRequestException also if a part is of another array or given twice, parts
   *     overlap, or only some parts are committed already; nothing was committed
   * @throws ConflictException if the array was changed since the snapshot of {@link
   *     CommitOptions#onlyIf}; nothing was committed
   * @throws UnsupportedFormatException if the array has to be upgraded first: below format version
   *     12, a commit is limited to one fragment, without an id or a condition
   * @throws io.azulejo.error.CommitUnknownException if it is unknown whether the commit succeeded;
   *     call this method again with the same parts, or at least with the same id
   */
  public CommitResult commit(List<StagedFragments> parts, CommitOptions options) {
    return Cancellation.translate(() -> Writing.commit(engine, location, parts, options, () -> {}));
  }

  /**
   * Commits staged parts in a thread of the engine as {@link #commit(List, CommitOptions)} does.
   * {@link ArrayWriter#commitAsync} describes the effect of cancelling the future. A cancelled
   * commit leaves the parts staged.
   *
   * @return the result of the commit, or its exception
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
   * {@link #delete(DeleteRequest, ChangeOptions)} and {@link Condition#parse}.
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
   * Deletes the cells of a sparse array that meet a condition and were written up to the time of
   * the change. Reads at earlier times still see them.
   *
   * <p>If the format can store the condition, only the condition is written. It also deletes cells
   * that are written later with earlier timestamps. Otherwise, as for nullable fields (see {@link
   * DeleteRequest}), the present cells are found and deleted one by one, in one commit. {@link
   * #planDelete} tells which way is taken. Either way, memory is limited to one batch.
   *
   * @return the name of the deletion; empty if no cell is deleted, and nothing is written
   * @throws InvalidRequestException also if the array is dense, the condition does not fit it, or
   *     the time falls within the times of a fragment without cell timestamps
   * @throws AlreadyExistsException if another process is consolidating or deleting fragments that
   *     this deletion has to rewrite; nothing is changed
   * @throws UnsupportedFormatException if the array has to be upgraded first
   */
  public Optional<String> delete(DeleteRequest request, ChangeOptions options) {
    return Cancellation.translate(() -> deletion(request, options).run());
  }

  /**
   * Returns how {@link #delete(DeleteRequest, ChangeOptions)} would delete cells, and why. Changes
   * nothing.
   *
   * @throws InvalidRequestException also if the deletion would throw it
   * @throws UnsupportedFormatException if the array has to be upgraded first
   */
  public DeletionPlan planDelete(DeleteRequest request, ChangeOptions options) {
    return Cancellation.translate(() -> deletion(request, options).plan());
  }

  private Deletion deletion(DeleteRequest request, ChangeOptions options) {
    return new Deletion(engine.writable(location), request, time(options), engine.resources());
  }

  /**
   * Deletes all fragments whose times lie within a range, in one step. Fragments consolidated over
   * longer times stay. Files that cannot be deleted afterwards are left as garbage.
   *
   * @return the names of the deleted fragments
   */
  public List<String> deleteFragments(TimeRange times) {
    return Cancellation.translate(
        () -> FragmentRemoval.within(engine.writable(location), times, engine.tasks()));
  }

  /**
   * Deletes fragments by name, in one step. Fragments that a deleted fragment had replaced do not
   * reappear.
   *
   * @param names the names, see {@link FragmentInfo#name}
   * @throws InvalidRequestException also if a fragment does not exist; nothing is deleted
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
   * version 22, which released TileDB reads, or in 23 if the array has version 23. Cells are not
   * rewritten: older cells have the fill values of new attributes.
   *
   * @return whether a schema was stored; false if the schema already is as requested
   * @throws InvalidRequestException also if the change is not possible, a dropped attribute is used
   *     by a deletion, or the new schema would not be the latest at the time of the change
   */
  public boolean evolve(SchemaEvolution evolution, ChangeOptions options) {
    return Cancellation.translate(
        () ->
            ArrayEvolution.evolve(
                engine.writable(location), evolution, options.at(), engine.tasks()));
  }

  /**
   * Adds missing values to enumerations, so that cells written afterwards can refer to them.
   * Several writers may do so at the same time: each value gets one permanent index, and no value
   * is lost. Unlike {@link #evolve}, this keeps the schema's format version and timestamp, so that
   * reads at all times see the values.
   *
   * <p>New values are appended. In an ordered enumeration they are greater than the present values.
   *
   * @param values enumerations with the names of existing ones and the required values in any
   *     order, including values that exist already
   * @return these enumerations with all their present values, in the order of the list
   * @throws NotFoundException also if the schema does not have an enumeration
   * @throws InvalidRequestException also if an enumeration has values of another type, or would get
   *     more values than the index type of its attributes can count
   * @throws io.azulejo.error.CommitUnknownException if it is unknown whether the change was
   *     committed; call this method again
   */
  public List<Enumeration> extendEnumerations(List<Enumeration> values) {
    return Cancellation.translate(
        () ->
            EnumerationExtension.extend(
                engine.changing(location), location, engine.key(location), values, engine.tasks()));
  }

  /** Upgrades the schema with the current time; see {@link #upgrade(ChangeOptions)}. */
  public boolean upgrade() {
    return upgrade(ChangeOptions.DEFAULT);
  }

  /**
   * Stores the schema in format version 22, the newest that released TileDB reads, which later
   * writes then use. Existing cells are not changed.
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
   * Stores the schema in a newer format version, which later writes then use.
   *
   * @param formatVersion the format version, 10 to 23
   * @return whether a schema was stored; false if the array has this version
   * @throws InvalidRequestException also if the array has a newer version
   * @throws UnsupportedFormatException if the version cannot store the schema
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

  /** Deletes consolidated fragments; see {@link Maintenance#vacuum}. */
  public VacuumReport vacuum() {
    return vacuum(VacuumRequest.DEFAULT);
  }

  /** Deletes consolidated fragments or other files; see {@link Maintenance#vacuum}. */
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
