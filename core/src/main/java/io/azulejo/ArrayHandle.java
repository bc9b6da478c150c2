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
 * the metadata, and maintains the array. Each call works on the array as it is at that moment.
 * {@link #open()} returns a snapshot, an {@link Array}. Immutable and safe for use by many threads.
 *
 * <pre>{@code
 * ArrayHandle quakes = azulejo.array("quakes");
 * quakes.append(Batch.of(Column.ofLongs("id", 1, 2), Column.ofDoubles("mag", 4.5, 6.25)));
 * quakes.delete("mag < 0");
 * quakes.metadata().set("source", "USGS");
 * quakes.consolidate();
 * }</pre>
 *
 * <p>All methods but {@link #create} throw {@link NotFoundException} if there is no array, and
 * {@link InvalidRequestException} if a key is missing, wrong or not needed.
 */
public final class ArrayHandle {
  private final Engine engine;
  private final Location location;

  ArrayHandle(Engine engine, Location location) {
    this.engine = engine;
    this.location = location;
  }

  /** The folder of the array. */
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

  /** Opens what was written in a range of times; see {@link #open(OpenOptions)}. */
  public Array open(TimeRange times) {
    return open(OpenOptions.DEFAULT.at(times));
  }

  /** Opens the array as a snapshot; see {@link Azulejo#open(Location, OpenOptions)}. */
  public Array open(OpenOptions options) {
    return Array.open(engine, location, options);
  }

  /**
   * Opens the array in a thread of the engine, as {@link #open(OpenOptions)} does. Cancelling the
   * future ends that.
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
   * Writes cells and commits them, all at once; see {@link ArrayWriter#append(Batch)}.
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
   * Writes cells and commits them in a thread of the engine, as {@link #append} does; see {@link
   * #writeAsync}.
   */
  public CompletableFuture<List<String>> appendAsync(Batch... batches) {
    List<Batch> all = List.of(batches);
    return writeAsync(WriteRequest.DEFAULT, ChangeOptions.DEFAULT, out -> all.forEach(out::append));
  }

  /**
   * Writes cells in a thread of the engine and commits them, all at once.
   *
   * <p>If the future is cancelled or completed before the cells are committed, the thread is
   * interrupted, the cells are deleted and nothing is visible. A commit that has begun is not
   * stopped, and such a future does not tell whether the cells are visible. If the engine is closed
   * first, the future fails with an {@link InvalidRequestException}.
   *
   * @param cells appends the cells to the writer that it gets, in the thread of the engine; it must
   *     not commit, stage or close the writer
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

  /** Starts to write cells, as of now; see {@link #writer(WriteRequest, ChangeOptions)}. */
  public ArrayWriter writer() {
    return writer(WriteRequest.DEFAULT);
  }

  /** Starts to write cells, as of now; see {@link #writer(WriteRequest, ChangeOptions)}. */
  public ArrayWriter writer(WriteRequest request) {
    return writer(request, ChangeOptions.DEFAULT);
  }

  /**
   * Starts to write cells.
   *
   * @return the writer, to be closed by the caller; readers see nothing of it before its {@link
   *     ArrayWriter#commit}
   * @throws InvalidRequestException also if the request does not fit the array
   */
  public ArrayWriter writer(WriteRequest request, ChangeOptions options) {
    return Cancellation.atDoor(() -> Writing.begin(engine, location, request, time(options)));
  }

  /**
   * Writes the values of a box of a dense array with one attribute, and commits them.
   *
   * @param part the box: a range of each dimension, or the domain of a dimension without a range
   * @param attribute the name of the attribute, of FLOAT64
   * @param values the values in row-major order
   * @return the names of the fragments
   * @throws InvalidRequestException also as {@link ArrayWriter#append(String, double[])} and {@link
   *     ArrayWriter#commit} do
   */
  public List<String> write(Subarray part, String attribute, double[] values) {
    return write(part, out -> out.append(attribute, values));
  }

  /** Writes FLOAT32 values; see {@link #write(Subarray, String, double[])}. */
  public List<String> write(Subarray part, String attribute, float[] values) {
    return write(part, out -> out.append(attribute, values));
  }

  /** Writes integers of 8 bytes; see {@link #write(Subarray, String, double[])}. */
  public List<String> write(Subarray part, String attribute, long[] values) {
    return write(part, out -> out.append(attribute, values));
  }

  /** Writes integers of 4 bytes; see {@link #write(Subarray, String, double[])}. */
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

  /** Commits what several writers staged; see {@link #commit(List, CommitOptions)}. */
  public CommitResult commit(List<StagedFragments> parts) {
    return commit(parts, CommitOptions.DEFAULT);
  }

  /**
   * Commits what several writers {@linkplain ArrayWriter#stage staged}, all at once: readers see
   * nothing of it before this returns, and all of it afterwards. Fragments that are committed
   * already are not committed again. Parts must not overlap: boxes of dense arrays are compared,
   * and in sparse arrays without duplicates the cells where boxes of parts overlap, unless {@link
   * CommitOptions#distinctCells} says that no cell is in two parts.
   *
   * @param parts one for each writer; a part without cells changes nothing
   * @return what is committed, and whether this call did it
   * @throws NotFoundException also if files of a part are gone, because the part was discarded or
   *     collected as garbage; nothing was committed
   * @throws InvalidRequestException also if a part is of another array or given twice, parts
   *     overlap, or some are committed and others are not; nothing was committed
   * @throws ConflictException if the array was changed since the snapshot of {@link
   *     CommitOptions#onlyIf}; nothing was committed
   * @throws UnsupportedFormatException if the array has to be upgraded first: below format version
   *     12 a commit is one fragment, without an id and a condition
   * @throws io.azulejo.error.CommitUnknownException if it is not known whether it happened; call
   *     this again, with the same parts or at least the same id
   */
  public CommitResult commit(List<StagedFragments> parts, CommitOptions options) {
    return Cancellation.atDoor(() -> Writing.commit(engine, location, parts, options, () -> {}));
  }

  /**
   * Commits staged parts in a thread of the engine, as {@link #commit(List, CommitOptions)} does;
   * see {@link ArrayWriter#commitAsync} for what cancelling the future means. A commit that was
   * cancelled leaves the parts staged.
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
   * Deletes the cells of a sparse array that were written up to the time of the change and meet a
   * condition. Reads of earlier times still see them.
   *
   * <p>If the format can store the condition, nothing else is written, and cells that are written
   * later with earlier times are deleted, too. If it cannot, as for nullable fields (see {@link
   * DeleteRequest}), the cells that are there now are found and deleted one by one, in one commit.
   * {@link #planDelete} says which way is taken. Either way memory is bounded by a batch.
   *
   * @return the name of the deletion; empty if no cell is deleted, and nothing is written
   * @throws InvalidRequestException also if the array is dense, the condition does not fit it, or
   *     the time lies within that of a fragment whose cells have no times
   * @throws AlreadyExistsException if fragments have to be rewritten that another process
   *     consolidates or deletes meanwhile; nothing is done
   * @throws UnsupportedFormatException if the array has to be upgraded first
   */
  public Optional<String> delete(DeleteRequest request, ChangeOptions options) {
    return Cancellation.atDoor(() -> deletion(request, options).run());
  }

  /**
   * Returns how {@link #delete(DeleteRequest, ChangeOptions)} would delete cells, and why. Changes
   * nothing.
   *
   * @throws InvalidRequestException also as the deletion would throw it
   * @throws UnsupportedFormatException if the array has to be upgraded first
   */
  public DeletionPlan planDelete(DeleteRequest request, ChangeOptions options) {
    return Cancellation.atDoor(() -> deletion(request, options).plan());
  }

  private Deletion deletion(DeleteRequest request, ChangeOptions options) {
    return new Deletion(engine.writable(location), request, time(options), engine.resources());
  }

  /**
   * Deletes the fragments whose times all lie in a range, at once. Fragments that were consolidated
   * over longer times stay. Files that cannot be deleted once the fragments are gone are left as
   * garbage.
   *
   * @return the names of the fragments that were deleted
   */
  public List<String> deleteFragments(TimeRange times) {
    return Cancellation.atDoor(
        () -> FragmentRemoval.within(engine.writable(location), times, engine.tasks()));
  }

  /**
   * Deletes fragments by their names, at once. Fragments that a consolidated fragment has replaced
   * do not come back.
   *
   * @param names see {@link FragmentInfo#name}
   * @throws InvalidRequestException also if a name is not that of a fragment; nothing is deleted
   */
  public void deleteFragments(Collection<String> names) {
    Cancellation.atDoor(
        () -> FragmentRemoval.named(engine.writable(location), names, engine.tasks()));
  }

  /** Changes the schema, as of now; see {@link #evolve(SchemaEvolution, ChangeOptions)}. */
  public boolean evolve(SchemaEvolution evolution) {
    return evolve(evolution, ChangeOptions.DEFAULT);
  }

  /**
   * Changes the schema, whatever the format version of the array. The new schema is stored in
   * format version 22, which released TileDB reads, or in 23 if the array has that. Cells are not
   * touched: cells that were written before have the fill values of new attributes.
   *
   * @return whether something was stored; false if the schema is like that already
   * @throws InvalidRequestException also if the change cannot be made, an attribute is dropped that
   *     a deletion uses, or the new schema would not be the latest at the time of the change
   */
  public boolean evolve(SchemaEvolution evolution, ChangeOptions options) {
    return Cancellation.atDoor(
        () ->
            ArrayEvolution.evolve(
                engine.writable(location), evolution, options.at(), engine.tasks()));
  }

  /**
   * Adds values to enumerations, as far as they lack them; cells that are written from then on can
   * refer to them. Several writers may do so at once: each value gets one index, which it keeps,
   * and no value is lost. Unlike {@link #evolve}, the schema stays in its format version and has
   * the time of the schema before it, so that reads of all times have the values.
   *
   * <p>New values come after the present ones. In an ordered enumeration they are greater.
   *
   * @param values for each enumeration, by its name, values that it is to have, in any order; they
   *     may include values that it has
   * @return these enumerations, in the order of the list, with all values that they have now
   * @throws NotFoundException also if the schema lacks an enumeration
   * @throws InvalidRequestException also if an enumeration has values of another type, or would
   *     have more values than indexes of its attributes can count
   * @throws io.azulejo.error.CommitUnknownException if it is not known whether it happened; call
   *     this again
   */
  public List<Enumeration> extendEnumerations(List<Enumeration> values) {
    return Cancellation.atDoor(
        () ->
            EnumerationExtension.extend(
                engine.changing(location), location, engine.key(location), values, engine.tasks()));
  }

  /** Upgrades the schema, as of now; see {@link #upgrade(ChangeOptions)}. */
  public boolean upgrade() {
    return upgrade(ChangeOptions.DEFAULT);
  }

  /**
   * Stores the schema in format version 22, the newest that released TileDB reads; cells are then
   * written in it. Cells that are there stay as they are.
   *
   * @return whether something was stored; false if the array has that version or a newer one
   */
  public boolean upgrade(ChangeOptions options) {
    return Cancellation.atDoor(
        () ->
            ArrayEvolution.upgrade(
                engine.writable(location), Optional.empty(), options.at(), engine.tasks()));
  }

  /**
   * Stores the schema in a newer format version.
   *
   * @param formatVersion 10 to 23
   * @return whether something was stored; false if the array has that version
   * @throws InvalidRequestException also if the array has a newer version
   * @throws UnsupportedFormatException if the version cannot store the schema
   */
  public boolean upgrade(int formatVersion, ChangeOptions options) {
    FormatVersion wanted = FormatVersion.writable(formatVersion);
    return ArrayEvolution.upgrade(
        engine.writable(location), Optional.of(wanted), options.at(), engine.tasks());
  }

  /** The metadata of the array, to be read and changed. */
  public MetadataHandle metadata() {
    return new MetadataHandle(engine, location, () -> open().metadata());
  }

  /** Consolidates fragments with default options; see {@link Maintenance#consolidate}. */
  public ConsolidationReport consolidate() {
    return consolidate(ConsolidationRequest.DEFAULT);
  }

  /** Consolidates fragments or files; see {@link Maintenance#consolidate}. */
  public ConsolidationReport consolidate(ConsolidationRequest request) {
    return maintenance().consolidate(request);
  }

  /** Deletes fragments that were consolidated; see {@link Maintenance#vacuum}. */
  public VacuumReport vacuum() {
    return vacuum(VacuumRequest.DEFAULT);
  }

  /** Deletes what was consolidated; see {@link Maintenance#vacuum}. */
  public VacuumReport vacuum(VacuumRequest request) {
    return maintenance().vacuum(request);
  }

  /** Verifies the array; see {@link Maintenance#verify}. */
  public VerifyReport verify() {
    return maintenance().verify(VerifyRequest.DEFAULT);
  }

  /** All that keeps the array in shape. */
  public Maintenance maintenance() {
    return new Maintenance(engine, location);
  }

  private static long time(ChangeOptions options) {
    return options.at().orElseGet(System::currentTimeMillis);
  }

  /** The location. */
  @Override
  public String toString() {
    return location.toString();
  }
}
