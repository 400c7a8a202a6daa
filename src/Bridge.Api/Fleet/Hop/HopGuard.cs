using System.Security.Cryptography;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Fleet.Hop;

/// <summary>
/// Recognizes the requests of the fleet's other bridges by the secret. They skip the checks of where a request comes from, which the
/// bridge that the client chose has made.
/// </summary>
/// <param name="trusted">What follows those checks.</param>
/// <param name="checkedFirst">The checks, and what follows them.</param>
/// <param name="secret">The fleet's secret.</param>
internal sealed class HopGuard(RequestDelegate trusted, RequestDelegate checkedFirst, string secret)
{
    private readonly byte[] _secret = SHA256.HashData(Encoding.UTF8.GetBytes(secret));

    public Task InvokeAsync(HttpContext context)
    {
        var headers = context.Request.Headers;
        var given = headers[HopHeaders.Fleet];
        if (given.Count == 0 && headers[HopHeaders.Hop].Count == 0)
            return checkedFirst(context);
        if (given is not [{ } text] || !IsSecret(text))
        {
            SafeHeaders.Set(context);
            return Problem.WriteAsync(context, ProblemTypes.ForeignBridge,
                $"The header {HopHeaders.Fleet} must have the secret of this fleet. Only its bridges send it; clients leave it out.");
        }

        TrustedHop.Set(context);
        return trusted(context);
    }

    // By hash, so that the duration reveals neither length nor content.
    private bool IsSecret(string given) =>
        CryptographicOperations.FixedTimeEquals(SHA256.HashData(Encoding.UTF8.GetBytes(given)), _secret);
}
