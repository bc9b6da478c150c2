package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.LegacyFragment;
import io.azulejo.internal.format.LegacyFragmentFormat;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.FragmentSource;
import io.azulejo.internal.snapshot.fragment.MissingFiles;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.StorageTraits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Loads fragments. Takes their footers from files of consolidated footers, or from the fragments'
 * own files.
 */
public final class FragmentLoader {
  private static final MissingFiles MISSING = MissingFile::explain;

  /**
   * Number of fragments per task if reads are fast, because loading a footer then takes little
   * time.
   */
  private static final int PIECE = 16;

  /** Maximum total size in bytes of whole metadata files that are kept in memory. */
  private static final long MAX_KEPT = 16 << 20;

  private final ArrayDirectory directory;
  private final StructureFiles files;
  private final Map<String, StoredSchema> schemas;
  private final ArraySchema opened;
  private final Tasks tasks;
  private final OpeningReads ahead;
  private final AtomicLong kept = new AtomicLong();

  /**
   * Creates a loader for the fragments of an array.
   *
   * @param directory the listing of the array
   * @param files reads the array's small files
   * @param schemas the schemas of the array, by file name
   * @param opened the schema that the array is read with
   */
  public FragmentLoader(
      ArrayDirectory directory,
      StructureFiles files,
      Map<String, StoredSchema> schemas,
      ArraySchema opened,
      Tasks tasks) {
    this(directory, files, schemas, opened, tasks, OpeningReads.NONE);
  }

  /**
   * Creates a loader that uses prefetched files.
   *
   * @param ahead the prefetched files
   */
  FragmentLoader(
      ArrayDirectory directory,
      StructureFiles files,
      Map<String, StoredSchema> schemas,
      ArraySchema opened,
      Tasks tasks,
      OpeningReads ahead) {
    this.ahead = ahead;
    this.directory = directory;
    this.files = files;
    this.schemas = schemas;
    this.opened = opened;
    this.tasks = tasks;
  }

  /** Loads the fragments in the given folders, in this order. */
  List<Fragment> load(List<ArrayDirectory.FragmentFolder> folders) {
    return load(folders, FooterFiles.readAll(directory, files, tasks));
  }

  /**
   * Loads the fragments in the given folders, in this order. Reuses the fragments that an earlier
   * snapshot has loaded.
   *
   * @param knewFooters whether that snapshot knew all files of consolidated footers. If so, they
   *     are not read, because they do not contain the new fragments.
   */
  List<Fragment> load(
      List<ArrayDirectory.FragmentFolder> folders, List<Fragment> earlier, boolean knewFooters) {
    Set<String> there = new HashSet<>();
    directory.fragments().forEach(folder -> there.add(folder.name().text()));
    Map<String, Fragment> opened = new HashMap<>();
    for (Fragment fragment : earlier) {
      if (there.contains(fragment.name().text())) {
        opened.put(fragment.name().text(), fragment);
        kept.addAndGet(fragment.tables().bytesInMemory());
      }
    }
    List<ArrayDirectory.FragmentFolder> missing =
        folders.stream().filter(folder -> !opened.containsKey(folder.name().text())).toList();
    if (!missing.isEmpty()) {
      (knewFooters ? load(missing, Map.of()) : load(missing))
          .forEach(fragment -> opened.put(fragment.name().text(), fragment));
    }
    return folders.stream()
        .map(folder -> opened.get(folder.name().text()))
        .map(
            fragment ->
                StructureFiles.located(
                    fragment.tables().footerFile(), () -> fragment.openedAs(this.opened)))
        .toList();
  }

  private List<Fragment> load(
      List<ArrayDirectory.FragmentFolder> folders, Map<String, FooterFiles.StoredFooter> known) {
    List<List<ArrayDirectory.FragmentFolder>> pieces = new ArrayList<>();
    StorageTraits traits = files.storage().traits();
    int together = traits.readsFast() ? PIECE : 1;
    for (int from = 0; from < folders.size(); from += together) {
      pieces.add(folders.subList(from, Math.min(from + together, folders.size())));
    }
    List<Fragment> fragments = new ArrayList<>(folders.size());
    tasks
        .io(traits.waitingRequests(), pieces, piece -> loadPiece(piece, known))
        .forEach(fragments::addAll);
    return Collections.unmodifiableList(fragments);
  }

  private List<Fragment> loadPiece(
      List<ArrayDirectory.FragmentFolder> folders, Map<String, FooterFiles.StoredFooter> known) {
    byte[] tail = tail();
    List<Fragment> fragments = new ArrayList<>(folders.size());
    for (ArrayDirectory.FragmentFolder folder : folders) {
      fragments.add(load(folder, known.get(folder.name().text()), tail));
    }
    return fragments;
  }

  /**
   * Loads a fragment.
   *
   * @param known the footer from a file of consolidated footers, or null
   * @param tail a buffer for the end of the fragment's metadata file
   */
  private Fragment load(
      ArrayDirectory.FragmentFolder folder, FooterFiles.StoredFooter known, byte[] tail) {
    FragmentName name = folder.name();
    Location own = folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    return StructureFiles.located(
        own,
        () -> {
          if (!name.version().hasFooter()) {
            return legacy(folder, own);
          }
          if (known != null) {
            return StructureFiles.located(
                known.file(), () -> fragment(source(folder, known.file()), known.bytes()));
          }
          OwnFooter footer = footer(name, own, tail);
          return fragment(
              new FragmentSource(
                  name,
                  folder.location(),
                  own,
                  files,
                  MISSING,
                  footer.fileSize(),
                  keep(footer.file())),
              footer.bytes());
        });
  }

  /** Returns the content of a metadata file if it can be kept in memory, otherwise null. */
  private Slice keep(Slice file) {
    return file != null && kept.addAndGet(file.length()) <= MAX_KEPT ? file : null;
  }

  private Fragment fragment(FragmentSource source, Slice bytes) {
    FragmentFooter footer = FragmentFooterFormat.decode(bytes, this::named);
    StoredSchema schema = schema(footer.schemaName()).orElseThrow();
    try {
      return Fragment.of(source, footer, schema, opened);
    } catch (CorruptDataException e) {
      throw FragmentFooterFormat.placed(e, bytes, schema.schema());
    }
  }

  private Fragment legacy(ArrayDirectory.FragmentFolder folder, Location file) {
    StoredSchema schema =
        schema(Optional.empty())
            .orElseThrow(
                () ->
                    CorruptDataException.of(
                        "fragment metadata",
                        null,
                        -1,
                        "the fragment needs %s, which is missing"
                            .formatted(ArrayPaths.SCHEMA_FILE)));
    boolean dense =
        files.storage().find(folder.location().resolve(ArrayPaths.COORDINATES_FILE)).isEmpty();
    LegacyFragment legacy =
        files.generic(
            "fragment metadata",
            file,
            content -> LegacyFragmentFormat.decode(content, schema.schema(), dense));
    return Fragment.of(source(folder, file), legacy, schema, opened);
  }

  private FragmentSource source(ArrayDirectory.FragmentFolder folder, Location footerFile) {
    Long size = directory.metadataSizes().get(folder.name().text());
    return size == null
        ? new FragmentSource(folder.name(), folder.location(), footerFile, files, MISSING)
        : new FragmentSource(
            folder.name(), folder.location(), footerFile, files, MISSING, size, null);
  }

  /** Loads a fragment with the footer in the fragment's own file. */
  public Fragment load(ArrayDirectory.FragmentFolder folder) {
    return load(folder, null, tail());
  }

  /**
   * Loads a fragment with a consolidated footer.
   *
   * @param gathered the file that contains the footer
   * @param footer the encoded footer
   */
  public Fragment load(ArrayDirectory.FragmentFolder folder, Location gathered, Slice footer) {
    return load(folder, new FooterFiles.StoredFooter(gathered, footer), new byte[0]);
  }

  /** Loads a fragment of version 3 or later as if its metadata file had the given content. */
  public Fragment load(ArrayDirectory.FragmentFolder folder, Slice file) {
    FragmentName name = folder.name();
    Location own = folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    return StructureFiles.located(
        own,
        () -> {
          FragmentFooterFormat.Extent extent = locate(name, file.length(), file);
          return fragment(
              new FragmentSource(name, folder.location(), own, files, MISSING, file.length(), file),
              file.slice((int) extent.offset(), extent.length()));
        });
  }

  /** Returns the encoded footer in the own file of a fragment of version 3 or later. */
  public Slice footer(ArrayDirectory.FragmentFolder folder) {
    Location file = folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    return StructureFiles.located(file, () -> footer(folder.name(), file, tail())).bytes();
  }

  private byte[] tail() {
    return new byte[OpeningReads.tailBytes(files.storage().traits())];
  }

  /**
   * The footer in a fragment's own file.
   *
   * @param bytes the encoded footer
   * @param fileSize the size of the file in bytes
   * @param file the whole content of the file if it was read, otherwise null
   */
  private record OwnFooter(Slice bytes, long fileSize, Slice file) {}

  /**
   * Reads the footer of a fragment. A small file is read as a whole, so that a single read is
   * sufficient.
   *
   * @param buffer a buffer for the end of the file
   */
  private OwnFooter footer(FragmentName name, Location file, byte[] buffer) {
    try {
      OpeningReads.Tail known = ahead.take(name);
      byte[] tail = known == null ? buffer : known.bytes();
      long size = known == null ? readEnd(file, tail) : known.fileSize();
      int length = (int) Math.min(size, tail.length);
      FragmentFooterFormat.Extent extent = locate(name, size, Slice.of(tail, 0, length));
      if (length == size) {
        Slice whole = Slice.of(Arrays.copyOf(tail, length));
        return new OwnFooter(whole.slice((int) extent.offset(), extent.length()), size, whole);
      }
      int from = (int) (extent.offset() - (size - length));
      return new OwnFooter(
          extent.offset() >= size - length
              ? Slice.of(Arrays.copyOfRange(tail, from, from + extent.length()))
              : read(file, extent.offset(), extent.length()),
          size,
          null);
    } catch (NotFoundException e) {
      throw missing(name, file, e);
    }
  }

  private FragmentFooterFormat.Extent locate(FragmentName name, long size, Slice tail) {
    return FragmentFooterFormat.locate(
        size, tail, name, schema(Optional.empty()).map(StoredSchema::schema));
  }

  private long readEnd(Location file, byte[] tail) {
    try (InputFile in = files.storage().open(file)) {
      return in.readEnd(tail);
    }
  }

  private AzulejoException missing(FragmentName name, Location file, NotFoundException cause) {
    return MissingFile.explain(
        files.storage(),
        file,
        CorruptDataException.of(
            "fragment " + name,
            null,
            -1,
            "the fragment is committed, but its metadata is missing",
            cause));
  }

  private Optional<StoredSchema> schema(Optional<String> name) {
    return Optional.ofNullable(schemas.get(name.orElse(ArrayPaths.SCHEMA_FILE)));
  }

  /**
   * Returns the schema that a footer refers to. Folders are listed one by one, so a schema that is
   * not listed may be newer than the listing. The cause of the exception is therefore the missing
   * file, so that {@link ListingRetry} lists again.
   */
  private Optional<StoredSchema> named(Optional<String> name) {
    Optional<StoredSchema> schema = schema(name);
    if (schema.isEmpty() && name.isPresent()) {
      Location file = directory.location().resolve(ArrayPaths.SCHEMA_FOLDER).resolve(name.get());
      throw FragmentFooterFormat.withoutSchema(
          name, new NotFoundException("the listing has no such schema", file.toString()));
    }
    return schema;
  }

  private Slice read(Location file, long position, int length) {
    byte[] bytes = new byte[length];
    try (InputFile in = files.storage().open(file)) {
      in.read(position, bytes, 0, length);
    }
    return Slice.of(bytes);
  }
}
