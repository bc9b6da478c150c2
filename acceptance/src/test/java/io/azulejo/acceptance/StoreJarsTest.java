package io.azulejo.acceptance;

import static io.azulejo.acceptance.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.AzureServer;
import io.azulejo.testkit.GcsServer;
import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stores of the runnable jar, and those that are found beside it. */
@Tag("full")
class StoreJarsTest {
  private static final String PROVIDER =
      """
      package made;

      import io.azulejo.storage.*;

      public final class Provider implements StorageProvider {
        public boolean serves(String scheme) {
          return scheme.equals("gs");
        }

        public java.util.Set<String> settings() {
          return java.util.Set.of("vfs.gcs.project_id");
        }

        public Storage storage(String scheme, Context context) {
          return Storage.inMemory();
        }
      }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void needsTheRunnableJar() throws IOException {
    Launcher.requireBuilt();
  }

  @Test
  void commandsOnLocalArraysLoadNoClassOfOtherStoresAndNoGraphics() throws Exception {
    Path log = folder.resolve("classes");
    for (String command : List.of("--version", "info samples/grid", "read samples/grid")) {
      Launcher.Result result =
          Launcher.run(
              ROOT,
              Map.of("AZULEJO_OPTS", "-Xlog:class+load=info:file=" + log),
              "./azulejo " + command);

      assertThat(result.code()).isZero();
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
    String bucket = S3Server.shared().newBucket();
    Path settings = CommandRun.settings(folder.resolve("settings"), S3Server.shared().endpoint());
    Launcher.Result copied =
        Launcher.run(
            ROOT,
            Map.of("AZULEJO_CONFIG", settings.toString()),
            "./azulejo cp samples/grid s3://" + bucket + "/grid");
    assertThat(copied.err()).isEmpty();

    Launcher.Result read =
        Launcher.run(
            ROOT,
            Map.of("AZULEJO_CONFIG", settings.toString()),
            java()
                + " -jar "
                + Launcher.jar()
                + " head -n 1 --format csv s3://"
                + bucket
                + "/grid");

    assertThat(read.err()).isEmpty();
    assertThat(read.out()).startsWith("y,x,a,s,f\n").hasLineCount(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"beside the jar", "named by the variable"})
  void aStoreIsFoundWhoseJarLiesInTheFolderForThat(String place) throws Exception {
    Path jar = Files.createSymbolicLink(folder.resolve("azulejo.jar"), Launcher.jar());
    boolean beside = place.startsWith("beside");
    Path stores = Files.createDirectory(folder.resolve(beside ? "stores" : "others"));
    Map<String, String> variables = beside ? Map.of() : Map.of("AZULEJO_STORES", stores.toString());
    String command =
        java()
            + " -jar "
            + jar
            + " create gs://bucket/days --config vfs.gcs.project_id=p"
            + " --from "
            + ROOT
            + "/samples/earthquakes.csv";

    Launcher.Result before = Launcher.run(folder, variables, command);
    makeJar(stores.resolve("azulejo-gcs.jar"));
    Launcher.Result after = Launcher.run(folder, variables, command);

    assertThat(before.code()).isEqualTo(1);
    assertThat(before.err())
        .contains(
            "\"vfs.gcs.project_id\"",
            "needs the module azulejo-gcs",
            "put azulejo-gcs-",
            "-store.jar in the folder " + stores)
        .hasLineCount(1);
    assertThat(after.code()).as(after.err()).isZero();
  }

  @Test
  void withoutCredentialsItIsSaidWhatToTryAndOnlyDebugShowsWhereTheyWereLookedFor()
      throws Exception {
    Map<String, String> variables =
        Map.of(
            "AWS_EC2_METADATA_DISABLED", "true",
            "AWS_CONFIG_FILE", folder.resolve("none").toString(),
            "AWS_SHARED_CREDENTIALS_FILE", folder.resolve("none").toString());
    String command =
        "unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_PROFILE AWS_WEB_IDENTITY_TOKEN_FILE;"
            + " ./azulejo info s3://bucket/array";

    Launcher.Result result = Launcher.run(ROOT, variables, command);
    Launcher.Result all = Launcher.run(ROOT, variables, command + " --debug");

    assertThat(result.code()).isEqualTo(6);
    assertThat(result.err())
        .isEqualTo(
            "azulejo: LIST s3://bucket/array/ failed: no credentials were found; for a public"
                + " bucket, give vfs.s3.no_sign_request=true; else set AWS_ACCESS_KEY_ID and"
                + " AWS_SECRET_ACCESS_KEY, or sign in (aws sso login) and name the profile"
                + " (AWS_PROFILE)\n");
    assertThat(all.err())
        .startsWith(result.err())
        .contains("EnvironmentVariableCredentialsProvider", "InstanceProfileCredentialsProvider");
  }

  @Test
  void googleCloudStorageTakesOneJar() throws Exception {
    Files.copy(Launcher.storeJar("gcs"), folder.resolve("azulejo-gcs-store.jar"));
    String bucket = S3Server.shared().newBucket();
    try (GcsServer server = new GcsServer()) {
      Path settings =
          Files.writeString(
              folder.resolve("settings"),
              "vfs.gcs.endpoint = %s\nvfs.gcs.service_account_key = %s\n"
                  .formatted(
                      server.endpoint(), server.serviceAccountKey().replaceAll("\\s+", " ")));

      everythingIsDone(settings, "gs://" + bucket + "/grid", "gcs://" + bucket + "/copy");

      assertThat(server.issued()).isPositive();
      assertThat(server.broken()).isEmpty();
    }
  }

  @Test
  void azureTakesOneJar() throws Exception {
    Files.copy(Launcher.storeJar("azure"), folder.resolve("azulejo-azure-store.jar"));
    AzureServer server = AzureServer.shared();
    String container = server.newContainer();
    Path settings =
        Files.writeString(
            folder.resolve("settings"),
            """
            vfs.azure.storage_account_name = %s
            vfs.azure.storage_account_key = %s
            vfs.azure.blob_endpoint = %s/%1$s
            """
                .formatted(AzureServer.ACCOUNT, AzureServer.KEY, server.endpoint()));

    everythingIsDone(settings, "azure://" + container + "/grid", "abfss://" + container + "/copy");
  }

  /** Copies an array to a store and within it, compares what is there, and misses what is not. */
  private void everythingIsDone(Path settings, String array, String copy) throws Exception {
    Map<String, String> variables = new HashMap<>(withStoresIn(folder));
    variables.put("AZULEJO_CONFIG", settings.toString());
    for (String command :
        List.of(
            "cp samples/grid " + array, "cp " + array + " " + copy, "diff samples/grid " + copy)) {
      Launcher.Result result = Launcher.run(ROOT, variables, "./azulejo " + command);
      assertThat(result.code()).as(command + "\n" + result.err()).isZero();
      assertThat(result.err()).as(command).isEmpty();
    }

    Launcher.Result missing = Launcher.run(ROOT, variables, "./azulejo info " + array + "/none");

    assertThat(missing.err()).contains(array + "/none").hasLineCount(1);
    assertThat(missing.code()).isEqualTo(3);
  }

  @Test
  void identitiesThatLibrariesLookForAreAskedWithoutAWordOfTheirs() throws Exception {
    for (String module : List.of("gcs", "azure")) {
      Path jar = Launcher.storeJar(module);
      Files.copy(jar, folder.resolve(jar.getFileName()));
    }
    Map<String, String> variables = new HashMap<>(withStoresIn(folder));
    // Nobody has signed in here, and there is no machine of a cloud.
    variables.put("HOME", folder.toString());
    variables.put("AZULEJO_OPTS", "-Duser.home=" + folder);
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
        .startsWith("azulejo: LIST gs://bucket/array/ failed: there is no token")
        .contains("log in (gcloud auth application-default login)")
        .hasLineCount(1);
    assertThat(azure.err())
        .startsWith("azulejo: LIST azure://container/array/ failed: ")
        .contains("vfs.azure.blob_endpoint, https://127.0.0.1:1/account")
        .hasLineCount(1);
  }

  /** A library that the store needs and the program has comes from the program's jar. */
  @Test
  void aJarOfAStoreHasAllThatTheProgramLacksAndNothingThatItHas() throws Exception {
    Map<Path, Path> ofProgram = libraries("cli");
    Set<String> program = classes(Launcher.jar());
    Set<String> taken = new HashSet<>();
    for (String module : List.of("gcs", "azure")) {
      Set<String> store = classes(Launcher.storeJar(module));
      assertThat(store).isNotEmpty();
      assertThat(store.stream().filter(program::contains)).as("classes of both jars").isEmpty();
      assertThat(store.stream().filter(name -> !taken.add(name))).as("of two stores").isEmpty();
      for (Map.Entry<Path, Path> library : libraries(module).entrySet()) {
        Path name = library.getKey();
        Path wanted = library.getValue();
        if (ofProgram.containsKey(name)) {
          assertThat(ofProgram.get(name)).isEqualTo(wanted);
        } else if (!name.endsWith("javax.annotation-api")) {
          // Those are annotations that nobody looks at when the program runs.
          assertThat(classes(wanted)).as("classes of " + name).allMatch(store::contains);
        }
      }
    }
  }

  /** The libraries of a module: of each its folder in the repository, and its file. */
  private static Map<Path, Path> libraries(String module) throws Exception {
    return ConsumerProject.classPathOfModule(module).stream()
        .filter(Files::isRegularFile)
        .collect(
            Collectors.toMap(
                // As the repository has it: GROUP/NAME/VERSION/NAME-VERSION.jar.
                file -> file.getParent().getParent(),
                file -> file));
  }

  private static Set<String> classes(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
          .collect(Collectors.toSet());
    }
  }

  private static Map<String, String> withStoresIn(Path folder) {
    return Map.of("AZULEJO_STORES", folder.toString());
  }

  @Test
  void theJarOfAStoreThatIsMissingIsNamedWithItsPlace() throws Exception {
    for (String[] uri :
        new String[][] {
          {"gs://bucket/array", "gcs"},
          {"azure://container/array", "azure"},
          {"az://container/array", "azure"},
          {"zip+abfss://container@account/array.zip", "azure"},
        }) {
      Launcher.Result result = Launcher.run(ROOT, withStoresIn(folder), "./azulejo info " + uri[0]);

      assertThat(result.code()).isEqualTo(1);
      assertThat(result.err())
          .contains("the schemes that are served are file, http, https, mem, s3, s3a, zip+file; ")
          .endsWith(
              "put " + Launcher.storeJar(uri[1]).getFileName() + " in the folder " + folder + "\n")
          .hasLineCount(1);
    }
  }

  @Test
  void nothingOfTheLibrariesIsLostInTheJar() throws Exception {
    try (JarFile jar = new JarFile(Launcher.jar().toFile())) {
      for (Map.Entry<String, List<String>> service :
          Map.of(
                  "io.azulejo.storage.StorageProvider",
                  List.of("io.azulejo.s3.S3Provider", "io.azulejo.web.WebProvider"),
                  "software.amazon.awssdk.http.SdkHttpService",
                  List.of("software.amazon.awssdk.http.apache5.Apache5SdkHttpService"),
                  "org.slf4j.spi.SLF4JServiceProvider",
                  List.of("org.slf4j.nop.NOPServiceProvider"))
              .entrySet()) {
        JarEntry entry = jar.getJarEntry("META-INF/services/" + service.getKey());
        assertThat(entry).as(service.getKey()).isNotNull();
        assertThat(new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8))
            .contains(service.getValue());
      }
      String notice =
          new String(
              jar.getInputStream(jar.getJarEntry("META-INF/NOTICE")).readAllBytes(),
              StandardCharsets.UTF_8);
      assertThat(notice).contains("AWS SDK for Java", "Apache HttpComponents");
      // Credentials of Identity Center are looked for by these names.
      assertThat(jar.getJarEntry("software/amazon/awssdk/services/sso/SsoClient.class"))
          .isNotNull();
      assertThat(jar.getJarEntry("software/amazon/awssdk/services/ssooidc/SsoOidcClient.class"))
          .isNotNull();
    }
  }

  private void makeJar(Path file) throws IOException {
    SourceCompiler.compile(
        Map.of("made/Provider.java", PROVIDER),
        "-d",
        folder.toString(),
        "-classpath",
        Launcher.jar().toString());
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new JarEntry("made/Provider.class"));
      jar.write(Files.readAllBytes(folder.resolve("made/Provider.class")));
      jar.putNextEntry(new JarEntry("META-INF/services/io.azulejo.storage.StorageProvider"));
      jar.write("made.Provider\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String java() {
    return "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "'";
  }
}
