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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Loads the footers of fragments: from consolidated fragment metadata, else from their own files.
 */
public final class FragmentLoader {
  private static final MissingFiles MISSING = MissingFile::explain;

  private final ArrayDirectory directory;
  private final StructureFiles files;
  private final Map<String, StoredSchema> schemas;
  private final ArraySchema opened;
  private final Tasks tasks;

  /**
   * Loads fragments of an array.
   *
   * @param schemas its schemas by the names of their files
   * @param opened the one that it is read by
   */
  public FragmentLoader(
      ArrayDirectory directory,
      StructureFiles files,
      Map<String, StoredSchema> schemas,
      ArraySchema opened,
      Tasks tasks) {
    this.directory = directory;
    this.files = files;
    this.schemas = schemas;
    this.opened = opened;
    this.tasks = tasks;
  }

  /** The fragments of these folders. */
  List<Fragment> load(List<ArrayDirectory.FragmentFolder> folders) {
    Map<String, FooterFiles.StoredFooter> known = FooterFiles.readAll(directory, files);
    return tasks.io(folders, folder -> load(folder, known.get(folder.name().text())));
  }

  /**
   * A fragment.
   *
   * @param known its footer, where it was gathered with others; else null
   */
  private Fragment load(ArrayDirectory.FragmentFolder folder, FooterFiles.StoredFooter known) {
    FragmentName name = folder.name();
    Location own = folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    return StructureFiles.located(
        own,
        () -> {
          if (!name.version().hasFooter()) {
            return legacy(folder, own);
          }
          return known == null
              ? fragment(folder, footer(name, own), own)
              : StructureFiles.located(
                  known.file(), () -> fragment(folder, known.bytes(), known.file()));
        });
  }

  private Fragment fragment(ArrayDirectory.FragmentFolder folder, Slice bytes, Location file) {
    FragmentFooter footer = FragmentFooterFormat.decode(bytes, this::schema);
    StoredSchema schema = schema(footer.schemaName()).orElseThrow();
    try {
      return Fragment.of(source(folder, file), footer, schema, opened);
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
                        "it needs %s, which is not there".formatted(ArrayPaths.SCHEMA_FILE)));
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
    return new FragmentSource(folder.name(), folder.location(), footerFile, files, MISSING);
  }

  /** A fragment whose footer is read from its own file. */
  public Fragment load(ArrayDirectory.FragmentFolder folder) {
    return load(folder, null);
  }

  /** The bytes of the footer in the own file of a fragment of version 3 or later. */
  public Slice footer(ArrayDirectory.FragmentFolder folder) {
    Location file = folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    return StructureFiles.located(file, () -> footer(folder.name(), file));
  }

  private Slice footer(FragmentName name, Location file) {
    try (InputFile in = files.storage().open(file)) {
      long size = in.size();
      int wanted = (int) Math.min(size, FragmentFooterFormat.USUAL_TAIL);
      Slice tail = read(in, size - wanted, wanted);
      FragmentFooterFormat.Extent extent =
          FragmentFooterFormat.locate(
              size, tail, name, schema(Optional.empty()).map(StoredSchema::schema));
      long inTail = extent.offset() - (size - wanted);
      return inTail >= 0
          ? tail.slice((int) inTail, extent.length())
          : read(in, extent.offset(), extent.length());
    } catch (NotFoundException e) {
      throw missing(name, file, e);
    }
  }

  private AzulejoException missing(FragmentName name, Location file, NotFoundException cause) {
    return MissingFile.explain(
        files.storage(),
        file,
        CorruptDataException.of(
            "fragment " + name, null, -1, "it is committed, but its metadata is not there", cause));
  }

  private Optional<StoredSchema> schema(Optional<String> name) {
    return Optional.ofNullable(schemas.get(name.orElse(ArrayPaths.SCHEMA_FILE)));
  }

  private static Slice read(InputFile in, long position, int length) {
    byte[] bytes = new byte[length];
    in.read(position, bytes, 0, length);
    return Slice.of(bytes);
  }
}
