using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Bridge.Testing.Http;

/// <summary>A self-signed certificate for the loopback addresses, a new one for each object, and its files in a folder.</summary>
public sealed class SelfSigned : IDisposable
{
    public const string Password = "s3cret with blanks";

    private static readonly PbeParameters Encryption = new(PbeEncryptionAlgorithm.Aes256Cbc,
        HashAlgorithmName.SHA256, iterationCount: 1000);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-tls-");

    public SelfSigned()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        names.AddIpAddress(IPAddress.IPv6Loopback);
        request.CertificateExtensions.Add(names.Build());
        Certificate = request.CreateSelfSigned(TimeProvider.System.GetUtcNow().AddDays(-1), TimeProvider.System.GetUtcNow().AddDays(1));
        File.WriteAllText(Pem, Certificate.ExportCertificatePem());
        File.WriteAllText(Key, key.ExportPkcs8PrivateKeyPem());
        File.WriteAllText(EncryptedKey, key.ExportEncryptedPkcs8PrivateKeyPem(Password, Encryption));
        File.WriteAllBytes(Pfx, Certificate.Export(X509ContentType.Pfx, Password));
        File.WriteAllText(Junk, "This is neither a key nor a certificate.");
        Directory.CreateDirectory(BrokenSettings);
        File.WriteAllText(Path.Combine(BrokenSettings, "appsettings.json"), "{ \"Urls\": }");
        using var other = RSA.Create(2048);
        File.WriteAllText(OtherKey, other.ExportPkcs8PrivateKeyPem());
    }

    /// <summary>Gets the certificate with its key.</summary>
    public X509Certificate2 Certificate { get; }

    public string Pem => PathOf("certificate.pem");

    public string Key => PathOf("key.pem");

    public string EncryptedKey => PathOf("encrypted-key.pem");

    public string OtherKey => PathOf("other-key.pem");

    public string Pfx => PathOf("certificate.pfx");

    public string Junk => PathOf("junk.txt");

    /// <summary>Gets a folder whose settings file is not valid JSON.</summary>
    public string BrokenSettings => PathOf("o'broken");

    public string Missing => PathOf("missing.pem");

    /// <summary>Returns a client that accepts this certificate and no other.</summary>
    public HttpClient Client(Version version) => new(new HttpClientHandler
    {
        ServerCertificateCustomValidationCallback = (_, certificate, _, _) => certificate?.Thumbprint == Certificate.Thumbprint,
    })
    {
        DefaultRequestVersion = version,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
        Timeout = Eventually.Patience,
    };

    public void Dispose()
    {
        Certificate.Dispose();
        _folder.Delete(recursive: true);
    }

    private string PathOf(string name) => Path.Combine(_folder.FullName, name);
}
