package io.azulejo.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.imports.proposal.ImportOptions;
import io.azulejo.imports.proposal.Proposal;
import io.azulejo.query.Batch;
import io.azulejo.schema.Dimension;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportFileTest {
  private static final Location ARRAY = Location.of("mem:///array");
  private static final Path NETCDF = Path.of("src/test/resources/io/azulejo/imports/netcdf");

  @TempDir private Path folder;

  private final Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();

  @AfterEach
  void close() {
    azulejo.close();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void rowsWithAKeyBecomeASparseArray() throws IOException {
    Array array =
        ImportFile.of(file("rows.txt", "# made by hand\nid;v\n7;1,5\n9;2,5\n"))
            .create(azulejo, ARRAY);

    assertThat(array.schema().isDense()).isFalse();
    assertThat(array.schema().dimensions()).extracting(Dimension::name).containsExactly("id");
    assertThat(array.read().aggregate("sum(v)").column("sum(v)").getDouble(0)).isEqualTo(4);
  }

  @Test
  void rowsWithoutAKeyAreNumbered() throws IOException {
    Array array = ImportFile.of(file("rows.csv", "a,b\n1,x\n1,x\n2,y\n")).create(azulejo, ARRAY);

    assertThat(array.schema().isDense()).isTrue();
    assertThat(array.read().range("row", 0, 2).ints("a").values()).containsExactly(1, 1, 2);
  }

  @Test
  void variablesKeepTheirAttributesAndCoordinates() throws IOException {
    for (String name : new String[] {"air-classic.nc", "air-hdf5.nc"}) {
      Location location = ARRAY.resolve(name);
      Array array =
          ImportFile.of(NETCDF.resolve(name), ImportOptions.DEFAULT.arrays("t"))
              .create(azulejo, location);

      assertThat(array.schema().labels()).isNotEmpty();
      assertThat(array.metadata()).containsKey("__tiledb_attr.t.units");
    }
  }

  @Test
  void cellsOfAProposalAreReadForTheCaller() throws IOException {
    ImportFile file = ImportFile.of(file("rows.json", "{\"id\": 1, \"v\": 2}\n{\"id\": 2}\n"));
    Proposal proposal = file.propose();

    try (ImportCells cells = file.cells(proposal)) {
      Batch batch = cells.next();
      assertThat(batch.column("id").getLong(1)).isEqualTo(2);
      assertThat(batch.column("v").isNull(1)).isTrue();
      assertThat(cells.next()).isNull();
      cells.check();
    }
  }

  @Test
  void badRowsAreRefusedAndNothingIsWritten() throws IOException {
    ImportFile file = ImportFile.of(file("rows.csv", "id,v\n1,2\n2,3,4\n"));

    assertThatThrownBy(() -> file.create(azulejo, ARRAY))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("rows.csv");
    assertThat(azulejo.catalog().type(ARRAY)).isEqualTo(ObjectType.NONE);
  }

  @Test
  void otherFilesAreRefusedByTheirFirstBytes() throws IOException {
    Path parquet = file("rows.parquet", "PAR1\1\2\3\4");

    assertThatThrownBy(() -> ImportFile.of(parquet))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("a Parquet file");
  }
}
