package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.AzureServer;
import io.azulejo.testkit.GcsServer;
import io.azulejo.testkit.S3Server;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Spark that has nothing of this project but the bundle and the jars of stores. */
class StoresIT {
  @TempDir Path folder;

  private static Path storeJar(String module) {
    return Path.of(
        System.getProperty("azulejo.root"),
        module,
        "target",
        "azulejo-%s-%s-store.jar".formatted(module, System.getProperty("azulejo.version")));
  }

  private void submit(String array, Map<String, String> settings, String... modules)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of(array));
    settings.forEach((name, value) -> arguments.addAll(List.of(name, value)));

    String said = run(0, StoreJob.class, Stream.of(modules).map(StoresIT::storeJar), arguments);

    assertThat(said).contains("found [500,374750,1503]").doesNotContain("not refused");
    // A table as a query is made in its place, one that replaces another is copied there.
    assertThat(said).contains("tables 2", "created [10,24]", "replaced [55,-24]");
  }

  /** Runs a job with the bundle and further jars; returns what it printed. */
  private String run(int code, Class<?> job, Stream<Path> jars, List<String> arguments)
      throws Exception {
    String all =
        Stream.concat(Stream.of(System.getProperty("azulejo.bundle")), jars.map(Path::toString))
            .collect(Collectors.joining(","));
    List<String> command =
        new ArrayList<>(
            List.of("-Xmx1g", "org.apache.spark.deploy.SparkSubmit", "--master", "local[2]"));
    command.addAll(List.of("--conf", "spark.ui.enabled=false", "--jars", all));
    command.addAll(List.of("--class", job.getName(), Clusters.jar(job).toString()));
    command.addAll(arguments);
    Path log = Files.createTempFile(folder, "log", "");
    String sparkAlone = Clusters.home().resolve("jars") + "/*";
    return Clusters.run(log, sparkAlone, code, command.toArray(String[]::new));
  }

  @Test
  void arraysInWebpAreReadWithTwoMoreJars() throws Exception {
    Path root = Path.of(System.getProperty("azulejo.root"));
    Path images =
        root.resolve("testkit/src/main/resources/arrays/made-filters/webp-rgba-lossless/array");
    String version = System.getProperty("azulejo.version");
    Path filter = root.resolve("webp/target/azulejo-webp-%s.jar".formatted(version));
    Path library =
        Stream.of(Clusters.classPath().split(File.pathSeparator))
            .filter(jar -> jar.contains("webp-imageio"))
            .map(Path::of)
            .findFirst()
            .orElseThrow();

    assertThat(run(0, CountJob.class, Stream.of(filter, library), List.of(images.toString())))
        .contains("rows read:");
    assertThat(run(1, CountJob.class, Stream.of(), List.of(images.toString())))
        .contains("azulejo-webp");
  }

  @Test
  void arraysAreInS3() throws Exception {
    S3Server server = S3Server.shared();
    submit("s3://" + server.newBucket() + "/array", S3Server.settings(server.endpoint()), "s3");
  }

  @Test
  void arraysAreInGoogleCloudStorage() throws Exception {
    String bucket = S3Server.shared().newBucket();
    try (GcsServer server = new GcsServer()) {
      submit(
          "gs://" + bucket + "/array",
          Map.of(
              "vfs.gcs.endpoint",
              server.endpoint().toString(),
              "vfs.gcs.service_account_key",
              server.serviceAccountKey().replaceAll("\\s+", " ")),
          "s3",
          "gcs");
    }
  }

  @Test
  void arraysAreInAzure() throws Exception {
    AzureServer server = AzureServer.shared();
    submit(
        "azure://" + server.newContainer() + "/array",
        Map.of(
            "vfs.azure.storage_account_name",
            AzureServer.ACCOUNT,
            "vfs.azure.storage_account_key",
            AzureServer.KEY,
            "vfs.azure.blob_endpoint",
            server.endpoint() + "/" + AzureServer.ACCOUNT),
        "azure");
  }
}
