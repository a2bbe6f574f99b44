class Drfvi < Formula
  desc "Find the inputs that the distribution of one or more responses depends on"
  homepage "ADDRESS"
  url "ADDRESS/drfvi-VERSION.tar.gz"
  sha256 "SHA256"
  license "BSD-3-Clause"

  depends_on "go" => :build

  def install
    system "go", "build", *std_go_args(ldflags: "-s -w"), "./cmd/drfvi"
    generate_completions_from_executable(bin/"drfvi", "completion")
  end

  test do
    (testpath/"wages.csv").write shell_output("#{bin}/drfvi example wages")
    assert_match "education", shell_output("#{bin}/drfvi describe wages.csv")
  end
end
