package io.azulejo.dist;

import static io.azulejo.testkit.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.AzureServer;
import io.azulejo.testkit.GcsServer;
import io.azulejo.testkit.Launcher;
import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stores of the runnable jar, and those that are found beside it. */
@Tag("full")
class StoreJarsTest {
  @TempDir private Path folder;

  /** The one jar of a module that the program finds its store in. */
  private static Path storeJar(String module) throws IOException {
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(ROOT.resolve(module + "/target"), "azulejo-*-store.jar")) {
      return jars.iterator().next();
    }
  }

  /** Puts the jar of a store into a folder. */
  private static void addStore(Path stores, String module) throws IOException {
    Files.copy(storeJar(module), stores.resolve("azulejo-" + module + "-store.jar"));
  }

  /** Runs a command with a file of settings and the folder as that of further stores. */
  private Launcher.Result run(Map<String, String> settings, String command) throws Exception {
    List<String> lines =
        settings.entrySet().stream()
            .map(one -> one.getKey() + " = " + one.getValue().replaceAll("\\s+", " "))
            .toList();
    Path file = Files.write(folder.resolve("settings"), lines);
    return Launcher.run(
        ROOT,
        Map.of("AZULEJO_CONFIG", file.toString(), "AZULEJO_STORES", folder.toString()),
        command);
  }

  private static String javaJar(Path jar) {
    return "'%s/bin/java' -jar '%s'".formatted(System.getProperty("java.home"), jar);
  }

  private static Map<String, String> azure(AzureServer server) {
    return Map.of(
        "vfs.azure.storage_account_name", AzureServer.ACCOUNT,
        "vfs.azure.storage_account_key", AzureServer.KEY,
        "vfs.azure.blob_endpoint", server.endpoint() + "/" + AzureServer.ACCOUNT);
  }

  @Test
  void commandsOnLocalArraysLoadNoClassOfOtherStoresAndNoGraphics() throws Exception {
    Path log = folder.resolve("classes");
    for (String command : List.of("--version", "info samples/grid", "read samples/grid")) {
      Map<String, String> logged = Map.of("AZULEJO_OPTS", "-Xlog:class+load=info:file=" + log);

      assertThat(Launcher.run(ROOT, logged, "./azulejo " + command).code()).isZero();
      assertThat(Files.readString(log))
          .contains(" io.azulejo.cli.command.RootCommand ")
          .doesNotContain(
              " io.azulejo.s3.",
              " io.azulejo.web.",
              " software.amazon.",
              " org.apache.hc.",
              " org.slf4j.",
              " java.net.http.",
              " java.net.URLClassLoader ",
              " java.awt.",
              " sun.java2d.",
              " io.azulejo.plot.picture.Chart ");
    }
  }

  @Test
  void arraysInS3AreReadByTheJarAndNothingIsLogged() throws Exception {
    String array = "s3://" + S3Server.shared().newBucket() + "/grid";
    Map<String, String> settings = S3Server.settings(S3Server.shared().endpoint());
    assertThat(run(settings, "./azulejo cp samples/grid " + array).err()).isEmpty();

    Launcher.Result read =
        run(settings, javaJar(Launcher.jar()) + " head -n 1 --format csv " + array);

    assertThat(read.err()).isEmpty();
    assertThat(read.out()).startsWith("y,x,a,s,f\n").hasLineCount(2);
  }

  @Test
  void aStoreIsFoundWhoseJarLiesBesideTheProgram() throws Exception {
    Path jar = Files.createSymbolicLink(folder.resolve("azulejo.jar"), Launcher.jar());
    Path stores = Files.createDirectory(folder.resolve("stores"));
    StringBuilder command = new StringBuilder(javaJar(jar));
    command.append(" create azure://%s/days".formatted(AzureServer.shared().newContainer()));
    command.append(" --from %s/samples/earthquakes.csv".formatted(ROOT));
    azure(AzureServer.shared())
        .forEach((name, value) -> command.append(" --config '%s=%s'".formatted(name, value)));

    Launcher.Result before = Launcher.run(folder, Map.of(), command.toString());
    addStore(stores, "azure");
    Launcher.Result after = Launcher.run(folder, Map.of(), command.toString());

    assertThat(before.code()).isEqualTo(1);
    assertThat(before.err())
        .contains("\"vfs.azure.", "azulejo-azure-", "-store.jar in the folder " + stores)
        .hasLineCount(1);
    assertThat(after.code()).as(after.err()).isZero();
  }

  @Test
  void withoutCredentialsItIsSaidWhatToTryAndOnlyDebugShowsWhereTheyWereLookedFor()
      throws Exception {
    String none = folder.resolve("none").toString();
    Map<String, String> variables =
        Map.of(
            "AWS_EC2_METADATA_DISABLED", "true",
            "AWS_CONFIG_FILE", none,
            "AWS_SHARED_CREDENTIALS_FILE", none);
    String command =
        "unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_PROFILE AWS_WEB_IDENTITY_TOKEN_FILE;"
            + " ./azulejo info s3://bucket/array";

    Launcher.Result result = Launcher.run(ROOT, variables, command);
    Launcher.Result all = Launcher.run(ROOT, variables, command + " --debug");

    assertThat(result.code()).isEqualTo(6);
    assertThat(result.err())
        .startsWith("azulejo: LIST s3://bucket/array/ failed: ")
        .contains("vfs.s3.no_sign_request=true", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
        .contains("aws sso login", "AWS_PROFILE")
        .hasLineCount(1);
    assertThat(all.err())
        .startsWith(result.err())
        .contains("EnvironmentVariableCredentialsProvider", "InstanceProfileCredentialsProvider");
  }

  @Test
  void googleCloudStorageTakesOneJar() throws Exception {
    addStore(folder, "gcs");
    String bucket = S3Server.shared().newBucket();
    try (GcsServer server = new GcsServer()) {
      Map<String, String> settings =
          Map.of(
              "vfs.gcs.endpoint", server.endpoint().toString(),
              "vfs.gcs.service_account_key", server.serviceAccountKey());

      everythingIsDone(settings, "gs://" + bucket + "/grid", "gcs://" + bucket + "/copy");

      assertThat(server.issued()).isPositive();
      assertThat(server.broken()).isEmpty();
    }
  }

  @Test
  void azureTakesOneJar() throws Exception {
    addStore(folder, "azure");
    String container = AzureServer.shared().newContainer();

    everythingIsDone(
        azure(AzureServer.shared()),
        "azure://" + container + "/grid",
        "abfss://" + container + "/copy");
  }

  /** Copies an array to a store and within it, compares what is there, and misses what is not. */
  private void everythingIsDone(Map<String, String> settings, String array, String copy)
      throws Exception {
    for (String command :
        List.of(
            "cp samples/grid " + array, "cp " + array + " " + copy, "diff samples/grid " + copy)) {
      Launcher.Result result = run(settings, "./azulejo " + command);
      assertThat(result.code()).as(command + "\n" + result.err()).isZero();
      assertThat(result.err()).as(command).isEmpty();
    }

    Launcher.Result missing = run(settings, "./azulejo info " + array + "/none");

    assertThat(missing.err()).contains(array + "/none").hasLineCount(1);
    assertThat(missing.code()).isEqualTo(3);
  }

  @Test
  void identitiesThatLibrariesLookForAreAskedWithoutAWordOfTheirs() throws Exception {
    addStore(folder, "gcs");
    addStore(folder, "azure");
    Map<String, String> variables = new HashMap<>();
    // This machine has no credentials, and no metadata server of a cloud.
    variables.put("HOME", folder.toString());
    variables.put("AZULEJO_OPTS", "-Duser.home=" + folder);
    variables.put("AZULEJO_STORES", folder.toString());
    variables.put("NO_GCE_CHECK", "true");
    variables.put("AZURE_TOKEN_CREDENTIALS", "dev");

    Launcher.Result google = Launcher.run(ROOT, variables, "./azulejo info gs://bucket/array");
    Launcher.Result azure =
        Launcher.run(
            ROOT,
            variables,
            "./azulejo info azure://container/array --config vfs.azure.max_retries=0"
                + " --config vfs.azure.blob_endpoint=https://127.0.0.1:1/account");

    assertThat(google.err())
        .startsWith("azulejo: LIST gs://bucket/array/ failed: ")
        .contains("gcloud auth application-default login")
        .hasLineCount(1);
    assertThat(azure.err())
        .startsWith("azulejo: LIST azure://container/array/ failed: ")
        .contains("vfs.azure.blob_endpoint (https://127.0.0.1:1/account)")
        .hasLineCount(1);
  }

  /** A library that the store needs and the program has comes from the program's jar. */
  @Test
  void aJarOfAStoreHasAllThatTheProgramLacksAndNothingThatItHas() throws Exception {
    Map<Path, Path> ofProgram = libraries("cli");
    Set<String> program = classes(Launcher.jar());
    Set<String> taken = new HashSet<>();
    for (String module : List.of("gcs", "azure")) {
      Set<String> store = classes(storeJar(module));
      assertThat(store).isNotEmpty();
      assertThat(store.stream().filter(program::contains)).as("classes of both jars").isEmpty();
      assertThat(store.stream().filter(name -> !taken.add(name))).as("of two stores").isEmpty();
      libraries(module)
          .forEach(
              (name, wanted) -> {
                if (ofProgram.containsKey(name)) {
                  assertThat(ofProgram.get(name)).isEqualTo(wanted);
                } else if (!name.endsWith("javax.annotation-api")) {
                  // Those are annotations that nobody looks at when the program runs.
                  assertThat(classes(wanted)).as("of " + name).allMatch(store::contains);
                }
              });
    }
  }

  /** The libraries of a module: of each its folder in the repository, and its file. */
  private static Map<Path, Path> libraries(String module) throws Exception {
    return ConsumerProject.classPathOfModule(module).stream()
        .filter(Files::isRegularFile)
        // As the repository has it: GROUP/NAME/VERSION/NAME-VERSION.jar.
        .collect(Collectors.toMap(file -> file.getParent().getParent(), file -> file));
  }

  private static Set<String> classes(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gs://bucket/array, gcs",
    "azure://container/array, azure",
    "az://container/array, azure",
    "zip+abfss://container@account/array.zip, azure"
  })
  void theJarOfAStoreThatIsMissingIsNamedWithItsPlace(String uri, String module) throws Exception {
    Launcher.Result result = run(Map.of(), "./azulejo info " + uri);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err())
        .contains("file, http, https, mem, s3, s3a, zip+file); ")
        .endsWith(storeJar(module).getFileName() + " in the folder " + folder + "\n")
        .hasLineCount(1);
  }

  @Test
  void nothingOfTheLibrariesIsLostInTheJar() throws Exception {
    try (JarFile jar = new JarFile(Launcher.jar().toFile())) {
      assertThat(text(jar, "META-INF/services/io.azulejo.storage.StorageProvider"))
          .contains("io.azulejo.s3.S3Provider", "io.azulejo.web.WebProvider");
      assertThat(text(jar, "META-INF/services/software.amazon.awssdk.http.SdkHttpService"))
          .contains("software.amazon.awssdk.http.apache5.Apache5SdkHttpService");
      assertThat(text(jar, "META-INF/services/org.slf4j.spi.SLF4JServiceProvider"))
          .contains("org.slf4j.nop.NOPServiceProvider");
      assertThat(text(jar, "META-INF/NOTICE"))
          .contains("AWS SDK for Java", "Apache HttpComponents");
      // Credentials of Identity Center are looked for by these names.
      String services = "software/amazon/awssdk/services/";
      assertThat(jar.getJarEntry(services + "sso/SsoClient.class")).isNotNull();
      assertThat(jar.getJarEntry(services + "ssooidc/SsoOidcClient.class")).isNotNull();
    }
  }

  private static String text(JarFile jar, String name) throws IOException {
    JarEntry entry = jar.getJarEntry(name);
    assertThat(entry).as(name).isNotNull();
    return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
  }
}
