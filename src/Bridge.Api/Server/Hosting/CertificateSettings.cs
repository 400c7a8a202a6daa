using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace Bridge.Api.Server.Hosting;

/// <summary>Checks a TLS certificate in the settings by loading it as Kestrel does.</summary>
internal static class CertificateSettings
{
    /// <summary>Returns a sentence that says what is wrong with a certificate; null if it is valid.</summary>
    /// <param name="section">The section of the certificate, like <c>Kestrel:Certificates:Default</c>.</param>
    /// <param name="root">The folder that relative paths start from.</param>
    public static string? FailureOf(IConfigurationSection section, string root)
    {
        var (file, keyFile, password) = (section["Path"], section["KeyPath"], section["Password"]);
        if (string.IsNullOrEmpty(file))
            return FailureInStore(section);
        if (!CanRead(Path.Combine(root, file)))
            return $"{section.Path}:Path must be a readable file; got \"{file}\".";
        if (keyFile is not null && !CanRead(Path.Combine(root, keyFile)))
            return $"{section.Path}:KeyPath must be a readable file; got \"{keyFile}\".";
        try
        {
            using var certificate = Load(Path.Combine(root, file), keyFile is null ? null : Path.Combine(root, keyFile), password);
            return certificate.HasPrivateKey
                ? null
                : $"{section.Path}:KeyPath is required: the file of the private key, because \"{file}\" has none.";
        }
        catch (Exception exception) when (exception is CryptographicException or ArgumentException)
        {
            var cause = exception.Message.Split(" (Parameter", 2)[0];
            return keyFile is null
                ? $"{section.Path}:Path \"{file}\" can't be loaded with {section.Path}:Password: {cause}"
                : $"{section.Path}:KeyPath \"{keyFile}\" can't be loaded as the private key of \"{file}\": {cause}";
        }
    }

    // Checks a certificate in the store of the account or the machine, by its subject.
    private static string? FailureInStore(IConfigurationSection section)
    {
        if (section["Subject"] is not { Length: > 0 } subject)
            return section.Exists() ? $"{section.Path}:Path or {section.Path}:Subject is required." : null;
        try
        {
            var location = Enum.TryParse<StoreLocation>(section["Location"], ignoreCase: true, out var named)
                ? named
                : StoreLocation.CurrentUser;
            var allowInvalid = bool.TryParse(section["AllowInvalid"], out var may) && may;
            CertificateLoader.LoadFromStoreCert(subject, section["Store"] ?? "My", location, allowInvalid).Dispose();
            return null;
        }
        catch (Exception exception) when (exception is InvalidOperationException or CryptographicException)
        {
            return $"{section.Path}:Subject \"{subject}\" can't be used: {exception.Message}";
        }
    }

    private static X509Certificate2 Load(string file, string? keyFile, string? password)
    {
        if (keyFile is not null)
            return password is null
                ? X509Certificate2.CreateFromPemFile(file, keyFile)
                : X509Certificate2.CreateFromEncryptedPemFile(file, password, keyFile);
        return X509Certificate2.GetCertContentType(file) == X509ContentType.Pkcs12
            ? X509CertificateLoader.LoadPkcs12FromFile(file, password)
            : X509CertificateLoader.LoadCertificateFromFile(file);
    }

    private static bool CanRead(string file)
    {
        try
        {
            using var opened = File.OpenRead(file);
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            return false;
        }
    }
}
