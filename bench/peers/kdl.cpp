// Orocos KDL: recursive Newton–Euler on a chain of segments.
#include "peers.h"

#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/config.h>

namespace
{

KDL::Frame frame_of(const peer_link &l)
{
  return KDL::Frame(KDL::Rotation(l.R[0][0], l.R[0][1], l.R[0][2], l.R[1][0], l.R[1][1], l.R[1][2], l.R[2][0],
                                  l.R[2][1], l.R[2][2]),
                    KDL::Vector(l.p[0], l.p[1], l.p[2]));
}

// A segment's joint is at its root and its frame at its tip, so segment i ends where joint i+1 begins. The root of
// the chain is where joint 1 is: one fixed segment less.
KDL::Chain chain_of(const peer_arm &arm)
{
  KDL::Chain chain;
  for (int i = 0; i < arm.n; i++) {
    const peer_link &l = arm.link[i];
    const KDL::Frame tip = i + 1 < arm.n ? frame_of(arm.link[i + 1]) : KDL::Frame::Identity();
    const KDL::RigidBodyInertia body(l.mass, KDL::Vector(l.com[0], l.com[1], l.com[2]),
                                     KDL::RotationalInertia(l.inertia[0], l.inertia[1], l.inertia[2],
                                                            l.inertia[3], l.inertia[4], l.inertia[5]));
    const KDL::Joint joint(l.prismatic ? KDL::Joint::TransZ : KDL::Joint::RotZ);
    chain.addSegment(KDL::Segment(joint, tip, tip.Inverse() * body));
  }
  return chain;
}

KDL::Vector gravity_of(const peer_arm &arm)
{
  return frame_of(arm.link[0]).M.Inverse() * KDL::Vector(arm.gravity[0], arm.gravity[1], arm.gravity[2]);
}

struct Kdl {
  KDL::Chain chain;
  KDL::ChainIdSolver_RNE id;
  KDL::ChainFdSolver_RNE fd;
  KDL::ChainDynParam parameters;
  KDL::JntArray q, qd, qdd, tau;
  KDL::JntSpaceInertiaMatrix M;
  KDL::Wrenches wrenches;

  explicit Kdl(const peer_arm &arm)
      : chain(chain_of(arm)), id(chain, gravity_of(arm)), fd(chain, gravity_of(arm)),
        parameters(chain, gravity_of(arm)), q(unsigned(arm.n)), qd(unsigned(arm.n)), qdd(unsigned(arm.n)),
        tau(unsigned(arm.n)), M(arm.n), wrenches(size_t(arm.n), KDL::Wrench::Zero())
  {
  }
};

void set(KDL::JntArray &to, const double from[])
{
  for (unsigned i = 0; i < to.rows(); i++) to(i) = from[i];
}
void get(const KDL::JntArray &from, double to[])
{
  for (unsigned i = 0; i < from.rows(); i++) to[i] = from(i);
}

void *create(const peer_arm *arm) { return new Kdl(*arm); }
void destroy(void *peer) { delete static_cast<Kdl *>(peer); }

void inverse_dynamics(void *peer, const double q[], const double qd[], const double qdd[], double tau[])
{
  Kdl &k = *static_cast<Kdl *>(peer);
  set(k.q, q), set(k.qd, qd), set(k.qdd, qdd);
  k.id.CartToJnt(k.q, k.qd, k.qdd, k.wrenches, k.tau);
  get(k.tau, tau);
}

void forward_dynamics(void *peer, const double q[], const double qd[], const double tau[], double qdd[])
{
  Kdl &k = *static_cast<Kdl *>(peer);
  set(k.q, q), set(k.qd, qd), set(k.tau, tau);
  k.fd.CartToJnt(k.q, k.qd, k.tau, k.wrenches, k.qdd);
  get(k.qdd, qdd);
}

void mass_matrix(void *peer, const double q[], double M[])
{
  Kdl &k = *static_cast<Kdl *>(peer);
  const unsigned n = k.q.rows();
  set(k.q, q);
  k.parameters.JntToMass(k.q, k.M);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) M[i * n + j] = k.M(i, j);
}

}  // namespace

extern "C" const peer_library peer_kdl = {"Orocos KDL " KDL_VERSION_STRING,
                                          "ChainIdSolver_RNE",
                                          "ChainFdSolver_RNE",
                                          "ChainDynParam::JntToMass",
                                          create,
                                          destroy,
                                          inverse_dynamics,
                                          forward_dynamics,
                                          mass_matrix};
