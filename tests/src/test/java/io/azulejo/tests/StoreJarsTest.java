package io.azulejo.tests;

import static io.azulejo.tests.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stores of the runnable jar, and those that are found beside it. */
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
  void commandsOnLocalArraysLoadNoClassOfOtherStores() throws Exception {
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
              " java.net.URLClassLoader ");
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
        .contains("\"vfs.gcs.project_id\"", "azulejo-gcs.jar", "in the folder " + stores)
        .hasLineCount(1);
    assertThat(after.code()).as(after.err()).isZero();
  }

  @Test
  void theJarOfAStoreThatIsMissingIsNamedWithItsPlace() throws Exception {
    for (String[] uri :
        new String[][] {
          {"gs://bucket/array", "azulejo-gcs.jar"},
          {"azure://container/array", "azulejo-azure.jar"},
          {"zip+abfss://container@account/array.zip", "azulejo-azure.jar"},
        }) {
      Launcher.Result result = Launcher.run(ROOT, Map.of(), "./azulejo info " + uri[0]);

      assertThat(result.code()).isEqualTo(1);
      assertThat(result.err())
          .contains("the schemes that are served are file, http, https, mem, s3, s3a, zip+file; ")
          .contains("needs " + uri[1] + ", with the jars that it needs, in the folder ")
          .contains(ROOT.resolve("stores").toString())
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
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///made/Provider.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreErrors) {
            return PROVIDER;
          }
        };
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                null,
                null,
                null,
                List.of("-d", folder.toString(), "-classpath", Launcher.jar().toString()),
                null,
                List.of(source))
            .call();
    assertThat(compiled).isTrue();
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
