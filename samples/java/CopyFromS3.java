import io.azulejo.Azulejo;

/** Copies an array from S3 to the local disk; needs the module azulejo-s3. */
public class CopyFromS3 {
  public static void main(String[] args) {
    try (Azulejo azulejo = Azulejo.builder().config("vfs.s3.no_sign_request", "true").build()) {
      azulejo.catalog().copy("s3://public-data/grid", "grid");
      System.out.println(azulejo.open("grid").schema());
    }
  }
}
